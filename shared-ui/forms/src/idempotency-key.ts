const UUID_BYTES = 16;

/**
 * Derives a uuid from a request's content, so that the server recognises repeats, also from another tab or after a
 * reload. Without `crypto.subtle` (plain http, except localhost) the uuid is random, and a retry must reuse it.
 * @param content everything that distinguishes the request, including its table and day
 */
export async function idempotencyKeyOf(content: object): Promise<string> {
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
