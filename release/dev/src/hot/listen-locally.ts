import type { Server } from 'node:http';
import { listen } from '@site/server/site/listen';
import { hostToListenOn, listenOnIpv6 } from '@site/tooling/own-pages';

/** Listens on this machine only, unless HOST names an address. @throws UserError as `listen` */
export async function listenLocally(server: Server, port: number): Promise<void> {
  await listen(server, { port, host: hostToListenOn() });
  listenOnIpv6(server, port);
}
