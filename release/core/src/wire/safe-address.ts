const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Anyone on the way can change answers over plain http, so it is accepted for this machine only. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}
