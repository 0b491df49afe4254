import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { UserError } from '@site/release-core/user-error';
import { findPortHolder } from './port-holder';

interface Place {
  readonly port: number;
  readonly host?: string | undefined;
}

/** Without a host, listens on all addresses. @param root as in `findPortHolder` @throws UserError naming the holder */
export async function listen(server: Server, place: number | Place, root: string): Promise<void> {
  const { port, host } = typeof place === 'number' ? { port: place } : place;
  server.listen({ port, ...(host && { host }) });
  await once(server, 'listening').catch(async (cause: NodeJS.ErrnoException) => {
    throw new UserError(await describe(cause, { port, host }, root), { cause });
  });
}

async function describe({ code }: NodeJS.ErrnoException, { port, host }: Place, root: string): Promise<string> {
  if (code !== 'EADDRINUSE' && host) {
    return `Port ${port} of ${host} cannot be used (${code}): choose an address of this machine with HOST=…, or another port with PORT=….`;
  }
  if (code !== 'EADDRINUSE') return `Port ${port} cannot be used (${code}): choose another with PORT=….`;
  const holder = await findPortHolder(root, port);
  const remedy = holder?.isOwn ? 'another port and data folder with PORT=… and DATA_DIR=…' : 'another with PORT=…';
  const name = holder?.name ?? 'a process that this user may not see';
  return `Port ${port} is in use by ${name}: stop it, or choose ${remedy}.`;
}

/** Ports that were free a moment ago. Another program may have taken one since. */
export async function findFreePorts(count: number, root: string): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  await Promise.all(probes.map((probe) => listen(probe, 0, root)));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map(close));
  return ports;
}

/**
 * @param host by default, all addresses
 * @throws UserError naming the first port that is in use, and the process that uses it
 */
export async function requireFreePorts(ports: readonly number[], root: string, host?: string): Promise<void> {
  for (const port of ports) {
    const probe = createServer();
    await listen(probe, { port, host }, root);
    await close(probe);
  }
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));
