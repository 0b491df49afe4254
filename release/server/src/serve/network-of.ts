import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOfAddress, prefixOfAddress } from '@site/backend/client-address';

/** An IPv6 address counts as its /64. @param proxies number of trusted reverse proxies */
export const networkOf = (request: IncomingMessage, proxies: number): string =>
  networkOfAddress(addressOf(request, proxies));

/** Of the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const prefixOf = (request: IncomingMessage, proxies: number): string =>
  prefixOfAddress(addressOf(request, proxies));

function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwardedFor = [headers['x-forwarded-for'] ?? ''].flat().join(',');
  return clientAddress({ forwardedFor, socketAddress: socket.remoteAddress, proxies });
}
