const UUID_BYTES = 16;

/**
 * A uuid made of what is sent, by which the server tells a repeat from another request: the same in another tab or after
 * a reload, whatever the order of the names. Where the browser does not hash (plain http, but for localhost) it is
 * random: whoever tries again must keep it.
 * @param content all that makes a request another one, its table and day included
 */
export async function attemptKeyOf(content: object): Promise<string> {
  const digits = Array.from(await bytesOf(content), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Version 8, a uuid of one's own making (RFC 9562).
  return digits.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-a$4-');
}

async function bytesOf(content: object): Promise<Uint8Array> {
  if (!crypto.subtle) return crypto.getRandomValues(new Uint8Array(UUID_BYTES));
  const text = JSON.stringify(Object.entries(content).sort());
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(hash, 0, UUID_BYTES);
}
