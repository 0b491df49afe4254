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

const oneOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const targets = (...all: string[]) => oneOf(...all).map((target) => ({ target: `/rest/v1/${target}` }));
const elsewhere = (...all: string[]) => oneOf(...all).map((target) => ({ target }));
const queries = (...all: string[]) => oneOf(...all).map((query) => ({ query }));
const read = (...all: string[]) =>
  oneOf(...all).map((query) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?${query}`, body: '' }));
const methods = (target: string, ...all: string[]) =>
  oneOf(...all).map((method) => ({ method, target: `/rest/v1/${target}` }));

const spelled = [
  '%63ontacts',
  'contacts%00',
  'contacts/',
  'contacts;a=1',
  '/contacts',
  'x/../contacts',
  '%2e/contacts',
];
const outside = ['/REST/v1/contacts', '/rest/v1\\contacts', '//rest/v1/contacts', 'http://127.0.0.1/rest/v1/contacts'];
const STORED = ['contacts', 'reservations', 'incidents'];
const deep = `or=${'(and('.repeat(1000)}a.eq.1${'))'.repeat(1000)}`;
const parameters = ['apikey=x', 'id=eq.1', 'limit=1', '%63olumns=nom&columns=nom', 'columns=', 'columns=nom,,prenom'];
const unreadable = ['select=*', 'select=name', 'select=', 'select=x:id', 'select=id,reservation_dates(date)'];
const noDays = [
  'first=',
  'first=2026',
  'last=x2026-11-24',
  'last=2026-11-24x',
  'first=26-11-24',
  'first=2026-11-24%0a',
];
const never = ['2026-02-30', '2026-13-01', '0000-01-01', '2026-00-10'].map((day) => `first=${day}`);

const pathClasses: readonly RequestClass[] = [
  refuses('a known path in another spelling', '404', fc.oneof(targets(...spelled), elsewhere(...outside))),
  refuses(
    'a path outside its own',
    '404',
    elsewhere('/', '/rest/v1', '/rest/v1/', '/rest/v1/rpc/', '/healthz', '*', '/rest/v1/a/b'),
  ),
  refuses('an unknown table', '404 42P01', targets('settings', 'outbox', 'Contacts', 'pg_class', 'constructor', 'z_a')),
  refuses(
    'a function',
    '404 PGRST202',
    targets('rpc/is_visitor', 'rpc/claim_mail', 'rpc/set_known_releases', 'rpc/version'),
  ),
  refuses('a change of a function', '405 PGRST101', methods('rpc/is_visitor', 'PUT', 'PATCH', 'DELETE')),
  refuses(
    'reading, changing and removing rows',
    '401 42501',
    fc.record({
      method: oneOf('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'),
      table: oneOf(...STORED, 'reservation_dates'),
      query: oneOf('', 'id=eq.1', 'select=id', deep),
    }),
  ),
  refuses(
    'methods that PostgREST does not know',
    '405 PGRST117',
    methods('contacts', 'TRACE', 'PROPFIND', 'LINK', 'PURGE', 'SEARCH'),
  ),
  refuses(
    'parameters that it does not know',
    '400 PGRST100',
    queries(...parameters, 'columns="nom', 'columns=nom%00', 'foo', '__proto__=1'),
  ),
  refuses(
    'an unknown column in the list of columns',
    '400 PGRST204',
    queries(...['role', 'nom2', 'constructor', '__proto__'].map((name) => `columns=nom,${name}`)),
  ),
  refuses(
    'columns that are asked back without being readable',
    '401 42501',
    fc.record({ table: oneOf(...STORED), query: oneOf(...unreadable) }),
  ),
  refuses('a conflict target', '401 42501', queries('on_conflict=id', 'on_conflict=attempt', 'on_conflict=zz')),
  refuses(
    'closed days with other parameters than one first and one last day',
    '400 PGRST100',
    read('first=2026-11-24&first=2026-11-24', 'select=id', 'constructor=1', 'limit=1'),
  ),
  refuses('closed days of anything but days', '400 22007', read(...noDays, 'first=eq.2026-01-01')),
  refuses('closed days of days that no calendar has', '400 22008', read(...never)),
  refuses('closed days in another way', '405 PGRST101', methods('rpc/closed_days', 'POST', 'HEAD')),
];

const header = (name: string, ...values: (string | string[] | null)[]) =>
  oneOf(...values).map((value) => ({ headers: { [name]: value } }));
const otherJson = ['application/json; charset=utf-16', 'application/json, text/plain', 'application/json5'];
const types = ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/json; a=b', ...otherJson];
const notJson = ['text/html', 'text/csv', '', 'application/vnd.pgrst.plan+json', 'application/geo+json'];
const evil = { origin: 'https://evil.example', 'sec-fetch-site': ['cross-site', 'same-origin'] };

const headerClasses: readonly RequestClass[] = [
  refuses(
    'no key, also where the address has one',
    '401',
    fc.oneof(header('apikey', null, ''), fc.constant({ headers: { apikey: null }, query: 'apikey=key' })),
  ),
  refuses('another key, or two', '401', header('apikey', 'k', 'keykey', 'KEY', 'x'.repeat(200), ['key', 'key'])),
  refuses(
    'a page of another site',
    '403 FOREIGN_ORIGIN',
    fc.oneof(
      header('origin', 'null', 'https://evil.example', 'https://site.example.evil.example'),
      fc.constant({ headers: evil }),
    ),
  ),
  refuses(
    'another schema',
    '406 PGRST106',
    fc.oneof(header('content-profile', 'private', '', 'PUBLIC'), header('accept-profile', 'pg_catalog')),
  ),
  refuses('any content type but JSON in UTF-8', '415 PGRST102', header('content-type', null, ...types)),
  refuses(
    'a body in another encoding',
    '415 PGRST102',
    header('content-encoding', 'gzip', 'br', 'deflate', 'x', '', 'identity, gzip'),
  ),
  refuses('to answer with anything but JSON', '415 PGRST107', header('accept', ...notJson)),
  refuses(
    'an upsert',
    '401 42501',
    header('prefer', 'resolution = merge-duplicates', 'return=minimal, resolution=ignore-duplicates'),
  ),
  refuses(
    'a row that is asked back without being readable',
    '401 42501',
    fc.oneof(
      fc.record({
        table: oneOf(...STORED),
        headers: oneOf('representation', 'headers-only').map((what) => ({ prefer: `x=y,return=${what}` })),
      }),
      fc.constant({ table: 'reservations', query: 'columns=name', headers: { prefer: 'return=representation' } }),
    ),
  ),
  refuses(
    'a client info that is too long or not ASCII',
    '400 CLIENT_INFO',
    header('x-client-info', `site-web ${'x'.repeat(4096)}`, 'site\u00e9', 'site\u0080'),
  ),
];

const contactWith = (parts: object) => ({ body: JSON.stringify({ ...contact, ...parts }) });
const asText = (value: unknown) => ({ body: JSON.stringify(value) });
const bodies = (...all: (string | Buffer)[]) => oneOf(...all).map((body) => ({ body }));

const notRows = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const nested = fc.oneof(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.dictionary(fc.string(), fc.jsonValue()));
const within = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const names = ['role', '__proto__', 'constructor', 'toString', 'NOM', 'nom ', ''];
const lines = ['1', true, 1.5, 2 ** 31, 1e300].map((line) => ({ ...incident, script: 'main.js', column: 1, line }));

const bodyClasses: readonly RequestClass[] = [
  refuses(
    'a body above 64 kB',
    '413 BODY_TOO_LARGE',
    oneOf(64 * 1024 + 1, 300_000, 5_000_000).map((size) => ({ body: ' '.repeat(size) })),
  ),
  refuses(
    'more than 200 rows',
    '413 BODY_TOO_LARGE',
    fc.integer({ min: 201, max: 20_000 }).map((count) => asText(Array(count).fill({}))),
  ),
  refuses(
    'a body that is not JSON in UTF-8',
    '400 PGRST102',
    fc.oneof(
      bodies('', '{', '{} {}', '\ufeff{}', '['.repeat(60_000)),
      bodies(Buffer.from('{"nom":"é"}', 'latin1'), Buffer.from('{"nom":"ab"}', 'utf16le')),
    ),
  ),
  refuses(
    'a body that is neither an object nor an array of objects',
    '400 PGRST102',
    fc.oneof(
      notRows.map(asText),
      fc.array(fc.oneof(notRows, fc.array(fc.jsonValue())), { minLength: 1, maxLength: 9 }).map(asText),
      fc.integer({ min: 2, max: 20_000 }).map((depth) => ({ body: within(depth) })),
    ),
  ),
  refuses(
    'unknown columns',
    '400 PGRST204',
    fc.oneof(
      bodies(...names.map((name) => `{"nom":"Durand",${JSON.stringify(name)}:"a"}`)),
      fc.constant(asText(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, ''])))),
      fc.string({ minLength: 20, maxLength: 60 }).map((name) => asText({ [`x${name}`]: 'a' })),
    ),
  ),
  refuses(
    'rows with different columns',
    '400 PGRST102',
    oneOf([{ nom: 'a' }, {}], [{}, { nom: 'a' }], [{ nom: 'a' }, { prenom: 'a' }]).map(asText),
  ),
  refuses(
    'nested values',
    '400 PGRST102',
    fc.oneof(
      nested.map((prenom) => contactWith({ prenom })),
      bodies(`{"prenom":${within(1)}}`, `{"prenom":${within(30_000)}}`),
    ),
  ),
  refuses(
    'numbers, and values of another kind than the column',
    '400 PGRST102',
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((prenom) => contactWith({ prenom })),
      oneOf({ prenom: true }, { is_agefice: 'true' }, { is_agefice: 1 }).map(contactWith),
      bodies('{"prenom":1e400}'),
      oneOf(...lines).map((row) => ({ table: 'incidents', ...asText(row) })),
    ),
  ),
  refuses(
    'half of a surrogate pair',
    '400 PGRST102',
    bodies('{"prenom":"\\ud83d"}', '{"prenom":"a\\udc00b"}', '[{"nom":"\\udc00\\ud800"}]'),
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
