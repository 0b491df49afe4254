import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Dispatcher } from 'undici';

/** Whether an address belongs to the public internet; false for text that is no address. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';

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
