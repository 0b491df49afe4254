import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';

/** Networks outside the public internet: this machine, its networks and provider's services, documentation. */
const REFUSED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** No others are public; within them, tunnels lead to any IPv4 address. */
const PUBLIC_IPV6 = ['2000::', 3] as const;
const REFUSED_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [network, prefix] of REFUSED_IPV4) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of REFUSED_IPV6) refused.addSubnet(network, prefix, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6');

/** Whether an address belongs to the public internet; false for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && publicIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

export class NotPublicError extends Error {
  override name = 'NotPublicError';

  constructor(address: string) {
    super(`${address} is not an address of the public internet`);
  }
}

/** Tests replace these: names and addresses of their own machine. */
interface AddressRules {
  readonly resolve: typeof lookup;
  readonly isAllowed: (address: string) => boolean;
}

/** No name is resolved for a host that is an address. @throws NotPublicError */
function requireAllowedHost({ hostname }: URL, isAllowed: AddressRules['isAllowed']): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) && !isAllowed(host)) throw new NotPublicError(host);
}

/** The `lookup` of a request: the socket connects to the checked address, as a second look-up could differ. */
const allowedLookup =
  ({ resolve, isAllowed }: AddressRules): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const forbidden = found.find(({ address }) => !isAllowed(address));
      if (forbidden) return callback(new NotPublicError(forbidden.address), []);
      const [first] = found;
      if (options.all) callback(null, found);
      else callback(null, first?.address ?? '', first?.family);
    });

const MAX_HEADER_BYTES = 16 * 1024;

/** Tests replace these: certificates, ports, names and addresses of their own machine. */
export interface PublicOptions extends Partial<AddressRules> {
  readonly ca?: string;
  /** Port; by default that of the address. */
  readonly port?: number;
}

interface PublicRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

export type PublicAnswer = Dispatcher.ResponseData;

/**
 * Sends a request to an address that a person typed, on a connection of its own, over TLS. Follows no redirect.
 * Resolves with the headers of the answer; the caller reads or destroys its body. Uses undici, because `node:https`
 * of Deno 2.1 refuses `lookup`.
 * @throws NotPublicError unless every address of the host is of the public internet
 */
export async function requestPublic(url: URL, sent: PublicRequest, options: PublicOptions = {}): Promise<PublicAnswer> {
  const { ca, port, resolve = lookup, isAllowed = isPublicAddress } = options;
  requireAllowedHost(url, isAllowed);
  const origin = new URL(url.origin);
  if (port) origin.port = String(port);
  const connect = { ...(ca && { ca }), lookup: allowedLookup({ resolve, isAllowed }) };
  // A server that sends no such request for weeks does not keep 5 MB of code for it.
  const { Client } = await import('undici');
  const client = new Client(origin, { connect, maxHeaderSize: MAX_HEADER_BYTES, pipelining: 0 });
  try {
    const answer = await client.request({ ...sent, path: url.pathname + url.search });
    // A body that is left is destroyed with an error.
    answer.body.on('error', () => undefined);
    return answer;
  } finally {
    // It closes once the body is read or destroyed.
    client.close().catch(() => undefined);
  }
}
