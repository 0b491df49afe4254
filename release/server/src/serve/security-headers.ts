import { PRIVATE_PATH, SPECULATION_RULES_PATH } from '@site/contract/addresses';

/** Sent with every answer; pages add their own Content-Security-Policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** For public files: the pages of previews, which load them, have another origin. */
export const PUBLIC_FILE: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const YEAR_S = 31_536_000;

export const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** Browsers revalidate a page each time, and mostly get a 304. */
export const REVALIDATE = 'no-cache';

/** For the pages of private parts: no cache stores them, and no other site learns their address. */
export const PRIVATE_PAGE: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

/** For the service worker. Its own folder is below the page that it controls. */
export const WORKER: Readonly<Record<string, string>> = { 'Service-Worker-Allowed': PRIVATE_PATH };

/** A header that names the shell's root file with the rules for prefetching. */
export const SPECULATION_RULES = `"${SPECULATION_RULES_PATH}"`;
