import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A proxy in front of several servers that forwards each connection to the next one, even if it has just died. */
export async function startRoundRobin(urls: readonly string[]): Promise<{ url: string; close(): void }> {
  const ports = urls.map((url) => Number(new URL(url).port));
  let count = 0;
  const proxy = createServer((visitor) => {
    count += 1;
    const server = connect(ports[count % ports.length] ?? 0, '127.0.0.1');
    const end = () => {
      visitor.destroy();
      server.destroy();
    };
    visitor.on('error', end).on('close', end).pipe(server);
    server.on('error', end).on('close', end).pipe(visitor);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void proxy.close() };
}
