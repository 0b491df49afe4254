const UUID_BYTES = 16;

/**
 * A uuid derived from a request's content, by which the server recognises repeats: the same in another tab, after a
 * reload and in any order of the names. Without `crypto.subtle` (plain http, except localhost) it is random, and a retry
 * must reuse it.
 * @param content everything that distinguishes the request, including its table and day
 */
export async function attemptKeyOf(content: object): Promise<string> {
  const digits = Array.from(await bytesOf(content), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Version 8: custom content (RFC 9562).
  return digits.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-a$4-');
}

async function bytesOf(content: object): Promise<Uint8Array> {
  if (!crypto.subtle) return crypto.getRandomValues(new Uint8Array(UUID_BYTES));
  const text = JSON.stringify(Object.entries(content).sort());
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(hash, 0, UUID_BYTES);
}
