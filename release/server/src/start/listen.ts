import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { UserError } from '@site/release-core/user-error';

/** Without a host, listens on all addresses. @throws UserError when another program has the port */
export async function listen(server: Server, port: number, host?: string): Promise<void> {
  server.listen({ port, ...(host && { host }) });
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new UserError(`Port ${port} is in use: stop its program, or choose another port with PORT=….`, { cause });
  });
}

/** Ports that were free a moment ago. Another program may have taken one since. */
export async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  await Promise.all(probes.map((probe) => listen(probe, 0)));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map(close));
  return ports;
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));
