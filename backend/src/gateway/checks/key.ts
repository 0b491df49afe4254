import { createHash, timingSafeEqual } from 'node:crypto';
import { type Call, headerOf } from '../call';
import { type Refusal, refusals } from '../refusals';

/** Reads the key from the header only: a form on any page can set a URL, but no header. */
export function checkKey(call: Call): Refusal | undefined {
  const given = headerOf(call, 'apikey');
  if (!given) return refusals.missingKey;
  return isSameKey(given, call.anonKey) ? undefined : refusals.wrongKey;
}

function isSameKey(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
