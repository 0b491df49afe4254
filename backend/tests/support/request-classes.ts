import type { RawRequest } from './raw-call';
import type { Parts, RequestClass } from './request-class';
import { bodyClasses } from './request-classes-body';
import { headerClasses } from './request-classes-headers';
import { pathClasses } from './request-classes-path';
import { contact, incident, livePage, pageSpeed, reservation } from './rows';
import { anyAddress } from './visitor';

const rows: Readonly<Record<string, object>> = {
  contacts: contact,
  reservations: reservation,
  reservation_dates: { reservation_id: '0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11', date: '2030-01-01' },
  incidents: incident,
  live_pages: livePage,
  page_speeds: pageSpeed,
};

/** A valid request with the given parts replaced. */
export function requestWith(parts: Parts, anonKey: string): RawRequest {
  const { table = 'contacts', method = 'POST', query, headers } = parts;
  const all = {
    apikey: anonKey,
    'content-type': 'application/json',
    'x-forwarded-for': anyAddress(),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return {
    method,
    target: parts.target ?? `/rest/v1/${table}${query === undefined ? '' : `?${query}`}`,
    headers: Object.fromEntries(sent),
    body: parts.body ?? JSON.stringify(rows[table] ?? {}),
  };
}

export const requestClasses: readonly RequestClass[] = [...pathClasses, ...headerClasses, ...bodyClasses];
