import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The key of a request: its `apikey` header or, as on hosted Supabase, the parameter of that name. */
export function givenKey(headers: IncomingHttpHeaders, parameters: URLSearchParams): string | null {
  const { apikey } = headers;
  return (typeof apikey === 'string' && apikey) || parameters.get('apikey') || null;
}

export function isSameKey(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
