import { isIP } from 'node:net';

export function isPublicOrigin(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname.replace(/^\[|\]$/g, '') : '';
  if (isIP(host)) return !/^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i.test(host);
  // Names reserved for local use (RFC 6761, RFC 6762, RFC 8375).
  return host.includes('.') && !/\.(localhost|local|internal|test|home\.arpa)$/.test(host);
}
