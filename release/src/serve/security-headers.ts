/** Sent with every answer; pages add their own Content-Security-Policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const YEAR_S = 31_536_000;

/** A release's files never change. */
export const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** A page is asked for anew each time, and mostly answered by 304. */
export const ASK_AGAIN = 'no-cache';

/** For whatever is not a page: nothing in it may run, load or be framed. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What browsers may fetch before a link is followed: a file of the shell's. */
export const SPECULATION_RULES = '"/speculation-rules.json"';
