import fc from 'fast-check';
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

/** Valid requests that differ from those of the site's pages. */
export const acceptedClasses: readonly { name: string; requests: fc.Arbitrary<Parts> }[] = [
  { name: 'a contact', requests: fc.constant({}) },
  {
    name: 'any spelling of the content type',
    requests: fc
      .constantFrom('application/json;charset=UTF-8', 'Application/JSON', 'application/json; charset="utf-8"')
      .map((type) => ({ headers: { 'content-type': type } })),
  },
  {
    name: 'preferences that are not known, which are ignored',
    requests: fc
      .constantFrom('tx=rollback', 'count=exact', 'handling=lenient, x=y', 'return=minimal,,')
      .map((prefer) => ({ headers: { prefer } })),
  },
  {
    name: 'the list of its columns',
    requests: fc.constant({ query: `columns=${encodeURIComponent('"prenom","nom",email,telephone,is_agefice')}` }),
  },
  {
    name: "the site's own origin",
    requests: fc
      .constantFrom(
        { origin: 'https://one.example:8443', host: 'one.example:8443' },
        { origin: 'https://one.example', host: 'one.example:443' },
        { origin: 'https://one.example:8443', host: 'one.example' },
        { origin: 'https://two.example', host: '127.0.0.1:4173', 'sec-fetch-site': 'same-origin' },
      )
      .map((headers) => ({ headers })),
  },
  {
    name: 'a reservation whose id it asks back',
    requests: fc
      .constantFrom('application/json', 'application/vnd.pgrst.object+json', '*/*', 'text/html, */*;q=0.1')
      .map((accept) => ({
        table: 'reservations',
        query: 'select=id',
        headers: { accept, prefer: 'return=representation' },
      })),
  },
];
