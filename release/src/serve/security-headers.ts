import { SPECULATION_RULES_PATH } from '@site/contract/addresses';

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

export const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** A page is requested again each time, and mostly answered with 304. */
export const ASK_AGAIN = 'no-cache';

/** Of the page of a private part, besides its own policy: no cache keeps it, and no address is told that it was open. */
export const PRIVATE_PAGE: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

/** A shell's root file: the rules for what browsers prefetch. */
export const SPECULATION_RULES = `"${SPECULATION_RULES_PATH}"`;
