/**
 * The visitor's address: the socket's, unless proxies are declared. Each proxy appends its caller's address to
 * `x-forwarded-for`, so with n proxies the n-th entry from the end is trusted. The visitor may have forged earlier
 * ones.
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
