import fc from 'fast-check';
import type { RawRequest } from './raw-call';
import { contact, incident, livePage, pageSpeed, reservation } from './rows';
import { anyAddress } from './visitor';

/** The parts in which a request can differ from a valid one. */
export interface Parts {
  readonly method?: string;
  readonly table?: string;
  /** Replaces `/rest/v1/<table>?<query>`. */
  readonly target?: string;
  readonly query?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Buffer;
}

/** One kind of forbidden request. */
export interface RequestClass {
  /** Completes "the gateway refuses …". */
  readonly name: string;
  readonly requests: fc.Arbitrary<Parts>;
  readonly answer: { readonly status: number; readonly code?: string };
}

/** @param by the status and the code of the answer */
export function refuses(name: string, by: `${number}${string}`, requests: fc.Arbitrary<Parts>): RequestClass {
  const [status, code] = by.split(' ');
  return { name, requests, answer: { status: Number(status), ...(code && { code }) } };
}

const spelledPaths = [
  ...['%63ontacts', 'contacts%00', 'contacts/', 'contacts;a=1', '/contacts', 'x/../contacts', '%2e/contacts'].map(
    (name) => `/rest/v1/${name}`,
  ),
  ...['/REST/v1/contacts', '/rest/v1\\contacts', '//rest/v1/contacts', 'http://127.0.0.1/rest/v1/contacts'],
];

/** Targets that are not a path of the gateway. */
const elsewhere = ['/', '/rest/v1', '/rest/v1/', '/rest/v1/rpc/', '/healthz', '*', '/rest/v1/a/b'];

const pathClasses: readonly RequestClass[] = [
  refuses(
    'a known path in another spelling',
    '404',
    fc.constantFrom(...spelledPaths).map((target) => ({ target })),
  ),
  refuses(
    'a path outside its own',
    '404',
    fc.constantFrom(...elsewhere).map((target) => ({ target })),
  ),
  refuses(
    'an unknown table',
    '404 42P01',
    fc
      .oneof(
        fc.constantFrom('settings', 'outbox', 'Contacts', 'pg_class', 'constructor'),
        fc.stringMatching(/^z_\w{1,40}$/),
      )
      .map((name) => ({ target: `/rest/v1/${name}` })),
  ),
  refuses(
    'a function',
    '404 PGRST202',
    fc
      .constantFrom('is_visitor', 'claim_mail', 'set_known_releases', 'version')
      .map((name) => ({ target: `/rest/v1/rpc/${name}` })),
  ),
  refuses(
    'reading, changing and removing rows',
    '401 42501',
    fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'),
      table: fc.constantFrom('contacts', 'reservations', 'reservation_dates', 'incidents'),
      query: fc.constantFrom('', 'id=eq.1', 'select=id', `or=${'(and('.repeat(1000)}a.eq.1${'))'.repeat(1000)}`),
    }),
  ),
  refuses(
    'parameters that it does not know',
    '400 PGRST100',
    fc
      .constantFrom(
        ...['apikey=x', 'id=eq.1', 'limit=1', 'on_conflict=id', 'columns=', 'columns=nom,,prenom'],
        ...['columns="nom', 'columns=nom%00', 'foo', '__proto__=1'],
      )
      .map((query) => ({ query })),
  ),
  refuses(
    'an unknown column in the list of columns',
    '400 PGRST204',
    fc.constantFrom('role', 'nom2', 'constructor', '__proto__').map((name) => ({ query: `columns=nom,${name}` })),
  ),
  refuses(
    'columns that are asked back without being readable',
    '401 42501',
    fc.record({
      table: fc.constantFrom('contacts', 'reservations', 'incidents'),
      query: fc.constantFrom('select=*', 'select=name', 'select=', 'select=x:id', 'select=id,reservation_dates(date)'),
    }),
  ),
  refuses(
    'closed days with other parameters than a first and a last day',
    '400 PGRST100',
    fc
      .constantFrom('select=id', 'constructor=1', 'limit=1')
      .map((query) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?${query}`, body: '' })),
  ),
  refuses(
    'closed days in another way',
    '405 PGRST101',
    fc.constantFrom('POST', 'HEAD').map((method) => ({ method, target: '/rest/v1/rpc/closed_days' })),
  ),
];

const header = (name: string, ...values: (string | string[] | null)[]) =>
  fc.constantFrom(...values).map((value) => ({ headers: { [name]: value } }));

const headerClasses: readonly RequestClass[] = [
  refuses(
    'no key, also where the address has one',
    '401',
    fc.constantFrom(
      { headers: { apikey: null } },
      { headers: { apikey: '' } },
      { headers: { apikey: null }, query: 'apikey=key' },
    ),
  ),
  refuses(
    'another key, or two',
    '401',
    fc
      .oneof(fc.stringMatching(/^[\w.-]{4,200}$/), fc.constant<string | string[]>(['key', 'key']))
      .map((apikey) => ({ headers: { apikey } })),
  ),
  refuses(
    'a page of another site',
    '403 FOREIGN_ORIGIN',
    fc.oneof(
      header('origin', 'null', 'https://evil.example', 'https://site.example.evil.example'),
      fc.constant({ headers: { origin: 'https://evil.example', 'sec-fetch-site': ['cross-site', 'same-origin'] } }),
    ),
  ),
  refuses(
    'any content type but JSON in UTF-8',
    '415 PGRST102',
    fc.oneof(
      header('content-type', null, '', 'text/plain', 'application/x-www-form-urlencoded', 'application/json; a=b'),
      header('content-type', 'application/json; charset=utf-16', 'application/json, text/plain', 'application/json5'),
    ),
  ),
  refuses(
    'a row that is asked back without being readable',
    '401 42501',
    fc.oneof(
      fc.record({
        table: fc.constantFrom('contacts', 'reservations', 'incidents'),
        headers: fc.constant({ prefer: 'x=y,return=representation' }),
      }),
      fc.constant({ table: 'reservations', query: 'columns=name', headers: { prefer: 'return=representation' } }),
    ),
  ),
];

const asText = (value: unknown) => ({ body: JSON.stringify(value) });

const notRows = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));

const bodyClasses: readonly RequestClass[] = [
  refuses(
    'a body above 64 kB',
    '413 BODY_TOO_LARGE',
    fc.constantFrom(64 * 1024 + 1, 300_000, 5_000_000).map((size) => ({ body: ' '.repeat(size) })),
  ),
  refuses(
    'more than 200 rows',
    '413 BODY_TOO_LARGE',
    fc.integer({ min: 201, max: 20_000 }).map((count) => asText(Array(count).fill({}))),
  ),
  refuses(
    'a body that is not JSON in UTF-8',
    '400 PGRST102',
    fc
      .constantFrom(...['', '{', '{} {}', '\ufeff{}', '['.repeat(60_000), Buffer.from('{"nom":"ab"}', 'utf16le')])
      .map((body) => ({ body })),
  ),
  refuses(
    'a body that is neither an object nor an array of objects',
    '400 PGRST102',
    fc.oneof(
      notRows.map(asText),
      fc.array(fc.oneof(notRows, fc.array(fc.jsonValue())), { minLength: 1, maxLength: 9 }).map(asText),
      fc.integer({ min: 2, max: 20_000 }).map((depth) => ({ body: '['.repeat(depth) + ']'.repeat(depth) })),
    ),
  ),
  refuses(
    'unknown columns',
    '400 PGRST204',
    fc.oneof(
      fc.constantFrom('role', '__proto__', 'constructor', 'toString', 'NOM', 'nom ', '').map((name) => ({
        body: `{"nom":"Durand",${JSON.stringify(name)}:"a"}`,
      })),
      fc.constant(asText(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, ''])))),
      fc.string({ minLength: 20, maxLength: 60 }).map((name) => asText({ [`x${name}`]: 'a' })),
    ),
  ),
];

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
  const all = { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': anyAddress(), ...headers };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return {
    method,
    target: parts.target ?? `/rest/v1/${table}${query === undefined ? '' : `?${query}`}`,
    headers: Object.fromEntries(sent),
    body: parts.body ?? JSON.stringify(rows[table] ?? {}),
  };
}

export const requestClasses: readonly RequestClass[] = [...pathClasses, ...headerClasses, ...bodyClasses];
