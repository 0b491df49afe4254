/**
 * The visitor's address: that of the socket, unless proxies are declared. Each proxy appends the
 * address it was called from to `x-forwarded-for`, so of n declared ones the n-th entry from the
 * end is believed; everything before it may be the visitor's invention.
 */
export function callerAddress(socketAddress: string, forwardedFor: string | undefined, trustedProxies: number): string {
  const entries = (forwardedFor ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const seenByProxies = trustedProxies > 0 ? entries.slice(-trustedProxies) : [];
  const [seen] = seenByProxies.filter((entry) => /^[\x21-\x7e]{1,100}$/.test(entry));
  return (seen ?? socketAddress).replace(/^::ffff:/i, '');
}
