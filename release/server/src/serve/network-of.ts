import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOfAddress, wideNetworkOfAddress } from '@site/backend/client-address';

/** An IPv6 address counts as its /64. @param proxies number of trusted reverse proxies */
export const networkOf = (request: IncomingMessage, proxies: number): string =>
  networkOfAddress(addressOf(request, proxies));

/** An IPv4 address counts as its /24, an IPv6 address as its /48. */
export const wideNetworkOf = (request: IncomingMessage, proxies: number): string =>
  wideNetworkOfAddress(addressOf(request, proxies));

function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwardedFor = [headers['x-forwarded-for'] ?? ''].flat().join(',');
  return clientAddress({ forwardedFor, socketAddress: socket.remoteAddress, proxies });
}
