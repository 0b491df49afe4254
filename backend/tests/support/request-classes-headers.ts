import fc from 'fast-check';
import { type RequestClass, refuses } from './request-class';

const header = (name: string, ...values: (string | string[] | null)[]) =>
  fc.constantFrom(...values).map((value) => ({ headers: { [name]: value } }));

export const headerClasses: readonly RequestClass[] = [
  refuses(
    'no key, also where the address has one',
    'key 401',
    fc.constantFrom(
      { headers: { apikey: null } },
      { headers: { apikey: '' } },
      { headers: { apikey: null }, query: 'apikey=key' },
    ),
  ),
  refuses(
    'another key, or two',
    'key 401',
    fc
      .oneof(fc.stringMatching(/^[\w.-]{4,200}$/), fc.constant<string | string[]>(['key', 'key']))
      .map((apikey) => ({ headers: { apikey } })),
  ),
  refuses(
    'a page of another site',
    'origin 403 FOREIGN_ORIGIN',
    // More of them: gateway-origin.test.
    fc.oneof(
      header('origin', 'null', 'https://evil.example', 'https://site.example.evil.example'),
      fc.constant({ headers: { origin: 'https://evil.example', 'sec-fetch-site': ['cross-site', 'same-origin'] } }),
    ),
  ),
  refuses(
    'another schema',
    'resource 406 PGRST106',
    fc.oneof(header('content-profile', 'private', '', 'PUBLIC'), header('accept-profile', 'pg_catalog')),
  ),
  refuses(
    'any content type but JSON in UTF-8',
    'contentType 415 PGRST102',
    fc.oneof(
      header('content-type', null, '', 'text/plain', 'application/x-www-form-urlencoded', 'application/json; a=b'),
      header('content-type', 'application/json; charset=utf-16', 'application/json, text/plain', 'application/json5'),
    ),
  ),
  refuses(
    'a body in another encoding',
    'encoding 415 PGRST102',
    header('content-encoding', 'gzip', 'br', 'deflate', 'x', '', 'identity, gzip'),
  ),
  refuses(
    'to answer with anything but JSON',
    'accept 415 PGRST107',
    header('accept', 'text/html', 'text/csv', '', 'application/vnd.pgrst.plan+json', 'application/geo+json'),
  ),
  refuses(
    'an upsert',
    'prefer 401 42501',
    header('prefer', 'resolution = merge-duplicates', 'return=minimal, resolution=ignore-duplicates'),
  ),
  refuses(
    'a row that is asked back without being readable',
    'prefer 401 42501',
    fc.oneof(
      fc.record({
        table: fc.constantFrom('contacts', 'reservations', 'incidents'),
        headers: fc.constantFrom('representation', 'headers-only').map((what) => ({ prefer: `x=y,return=${what}` })),
      }),
      fc.constant({ table: 'reservations', query: 'columns=name', headers: { prefer: 'return=representation' } }),
    ),
  ),
  refuses(
    'a client info that is too long or not ASCII',
    'clientInfo 400 CLIENT_INFO',
    header('x-client-info', `site-web ${'x'.repeat(4096)}`, 'site\u00e9', 'site\u0080'),
  ),
];
