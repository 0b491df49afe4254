import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

const LONGEST_ENTRY = 200;
const IPV6_NETWORK_BITS = 64;

interface Hops {
  /** The value of `X-Forwarded-For`; several headers joined by commas. */
  readonly forwardedFor: string | undefined;
  readonly socketAddress: string | undefined;
  readonly proxies: number;
}

/**
 * The client's address in its shortest form, an IPv4 address never mapped to IPv6. Each proxy appends its caller's
 * address, so with n proxies the n-th entry from the end is trusted; the client may have forged earlier ones. An entry
 * that is no address is skipped: the next proxy's follows, and finally the socket's. Empty for a closed connection.
 */
export function clientAddress({ forwardedFor = '', socketAddress = '', proxies }: Hops): string {
  const entries = forwardedFor.split(',').filter((entry) => entry.trim() !== '');
  const trusted = proxies > 0 ? entries.slice(-proxies) : [];
  for (const entry of [...trusted, socketAddress]) {
    const address = parseAddress(entry);
    if (address) return address.toString();
  }
  return '';
}

/** An IPv6 address counts as its /64, as in the database. */
export function networkOfAddress(address: string): string {
  return parseAddress(address)?.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`).toString()
    : address;
}

/**
 * The first bytes of an address in hexadecimal, as private.caller_prefix in the database: 3 of IPv4 (/24), 6 of IPv6
 * (/48). One customer of a provider may have all addresses that begin so.
 */
export function prefixOfAddress(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return 'unknown';
  return Buffer.from(parsed.toByteArray().slice(0, parsed.kind() === 'ipv6' ? 6 : 3)).toString('hex');
}

/** Few enough that a group identifies nobody, and enough that a few networks rarely share one. */
const NETWORK_GROUPS = 1024;

/**
 * The group of a network for one release, as private.network_group in the database. It has no salt, so that all
 * servers, and a restarted one, put a network into the same group: it counts once.
 */
export function networkGroup(prefix: string, release: { readonly name: string; readonly id: string }): number {
  const hash = createHash('sha256').update(`${release.name}@${release.id} ${prefix}`).digest();
  return hash.readUInt16BE() % NETWORK_GROUPS;
}

/** Accepts a port, brackets, quotes and a zone. The SQL function private.entry_address accepts the same. */
function parseAddress(entry: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (entry.length > LONGEST_ENTRY) return null;
  const trimmed = entry.trim().replace(/^"(.*)"$/, '$1');
  const inBrackets = /^\[([^[\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const [bare = ''] = (inBrackets ?? trimmed.replace(/(\.\d+):\d+$/, '$1')).split('%');
  const isAddress = bare.includes(':') ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare);
  return isAddress ? ipaddr.process(bare) : null;
}

/** Programs that name themselves in `User-Agent`. Cubot makes telephones. */
const BOTS = /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|monitor|uptime|curl|wget|python/i;

/** Neither the pages that such a program opens nor its reports count. */
export const isBot = (userAgent = ''): boolean => BOTS.test(userAgent);
