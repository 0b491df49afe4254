import { lookup } from 'node:dns';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { type AddressRules, allowedLookup, isPublicAddress, requireAllowedHost } from './public-address';

const MOST_HEADER_BYTES = 16 * 1024;

/** What tests replace: certificates, ports, names and addresses of their own machine. */
export interface PublicOptions extends Partial<AddressRules> {
  readonly ca?: string;
  /** By default, that of the address. */
  readonly port?: number;
}

interface PublicRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to an address that a person typed, on a connection of its own, over TLS. Follows no redirect.
 * Resolves with the headers of the answer; the caller reads or destroys its body.
 * @throws NotPublicError unless every address of the host is of the public internet
 */
export function requestPublic(url: URL, sent: PublicRequest, options: PublicOptions = {}): Promise<IncomingMessage> {
  const { ca, port, resolve = lookup, isAllowed = isPublicAddress } = options;
  const { body, ...asked } = sent;
  const connection = { ...(ca && { ca }), ...(port && { port }), lookup: allowedLookup({ resolve, isAllowed }) };
  return new Promise((answered, reject) => {
    requireAllowedHost(url, isAllowed);
    request(url, { ...asked, ...connection, agent: false, maxHeaderSize: MOST_HEADER_BYTES }, answered)
      .on('error', reject)
      .end(body);
  });
}
