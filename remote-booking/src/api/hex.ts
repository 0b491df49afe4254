const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomHex = (bytes: number) => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

/** Needs `crypto.subtle`, which plain http lacks, except localhost. */
export const sha256Hex = async (text: string) =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
