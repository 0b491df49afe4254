import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A reverse proxy before several servers: each connection goes to the next one, also to one that has just died. */
export async function startRoundRobin(urls: readonly string[]): Promise<{ url: string; close(): void }> {
  const ports = urls.map((url) => Number(new URL(url).port));
  let count = 0;
  const door = createServer((visitor) => {
    count += 1;
    const server = connect(ports[count % ports.length] ?? 0, '127.0.0.1');
    const end = () => {
      visitor.destroy();
      server.destroy();
    };
    visitor.on('error', end).on('close', end).pipe(server);
    server.on('error', end).on('close', end).pipe(visitor);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void door.close() };
}
