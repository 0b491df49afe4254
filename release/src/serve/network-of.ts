import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** An IPv6 address counts as its /64, as in the database's counts. @param proxies number of trusted reverse proxies */
export function networkOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const entries = [headers['x-forwarded-for'] ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const [seenByProxies] = proxies > 0 ? entries.slice(-proxies) : [];
  const address = (seenByProxies ?? socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  return isIPv6(address) ? halfOf(address) : address;
}

function halfOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}
