import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOfAddress } from '@site/backend/client-address';

/** An IPv6 address counts as its /64. @param proxies number of trusted reverse proxies */
export function networkOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwardedFor = [headers['x-forwarded-for'] ?? ''].flat().join(',');
  return networkOfAddress(clientAddress({ forwardedFor, socketAddress: socket.remoteAddress, proxies }));
}
