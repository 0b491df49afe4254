import fc from 'fast-check';
import type { Parts, RequestClass } from './request-class';

const header = (name: string, ...values: (string | string[] | null)[]) =>
  fc.constantFrom(...values).map((value) => ({ headers: { [name]: value } }));

export const headerClasses: readonly RequestClass[] = [
  {
    name: 'no key, also where the address has one',
    dimension: 'key',
    defence: 'key',
    requests: fc.constantFrom(
      { headers: { apikey: null } },
      { headers: { apikey: '' } },
      { headers: { apikey: null }, query: 'apikey=key' },
    ),
    answer: { status: 401 },
  },
  {
    name: 'another key, or two',
    dimension: 'key',
    defence: 'key',
    requests: fc
      .oneof(fc.stringMatching(/^[\w.-]{4,200}$/), fc.constant<string | string[]>(['key', 'key']))
      .map((apikey) => ({ headers: { apikey } })),
    answer: { status: 401 },
  },
  {
    name: 'a page of another site',
    dimension: 'origin',
    defence: 'origin',
    requests: fc.oneof(
      header(
        'origin',
        'null',
        '',
        'https://evil.example',
        'https://site.example.evil.example',
        'https://site.example@evil.example',
        'file://',
        'site.example',
        'https://site.example, https://evil.example',
      ),
      fc.constantFrom<Parts>(
        { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
        { headers: { origin: 'https://evil.example', 'sec-fetch-site': ['cross-site', 'same-origin'] } },
        { headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } },
        { headers: { origin: 'https://one.example:9', host: 'one.example:8' } },
        { headers: { origin: 'https://one.example', host: 'one.example/' } },
        { headers: { origin: 'https://one.example', host: 'user@one.example' } },
      ),
    ),
    answer: { status: 403, code: 'FOREIGN_ORIGIN' },
  },
  {
    name: 'another schema',
    dimension: 'schema',
    defence: 'resource',
    requests: fc.oneof(
      header('content-profile', 'private', '', 'public, private', 'PUBLIC'),
      header('accept-profile', 'private', 'pg_catalog'),
    ),
    answer: { status: 406, code: 'PGRST106' },
  },
  {
    name: 'any content type but JSON in UTF-8',
    dimension: 'type',
    defence: 'contentType',
    requests: header(
      'content-type',
      null,
      '',
      'text/plain',
      'text/csv',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/vnd.pgrst.object+json',
      'application/json; charset=utf-16',
      'application/json; charset=utf-8; charset=utf-16',
      'application/json; a=b',
      'application/json, text/plain',
      'text/plain; application/json',
      'application/json5',
    ),
    answer: { status: 415, code: 'PGRST102' },
  },
  {
    name: 'a body in another encoding',
    dimension: 'type',
    defence: 'encoding',
    requests: header('content-encoding', 'gzip', 'br', 'deflate', 'x', '', 'identity, gzip'),
    answer: { status: 415, code: 'PGRST102' },
  },
  {
    name: 'to answer with anything but JSON',
    dimension: 'accept',
    defence: 'accept',
    requests: header('accept', 'text/html', 'text/csv', '', 'application/vnd.pgrst.plan+json', 'application/geo+json'),
    answer: { status: 415, code: 'PGRST107' },
  },
  {
    name: 'an upsert',
    dimension: 'prefer',
    defence: 'prefer',
    requests: header(
      'prefer',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
      'return=minimal, resolution=merge-duplicates',
      'resolution = merge-duplicates',
    ),
    answer: { status: 401, code: '42501' },
  },
  {
    name: 'a row that is asked back without being readable',
    dimension: 'prefer',
    defence: 'prefer',
    requests: fc.record({
      table: fc.constantFrom('contacts', 'reservations', 'incidents'),
      headers: fc.constantFrom(
        { prefer: 'return=representation' },
        { prefer: 'return=headers-only' },
        { prefer: 'x=y,return=representation' },
      ),
    }),
    answer: { status: 401, code: '42501' },
  },
  {
    name: 'a client info that is too long or not ASCII',
    dimension: 'info',
    defence: 'clientInfo',
    requests: header('x-client-info', `site-web ${'x'.repeat(4096)}`, 'site\u00e9', 'site\u0080'),
    answer: { status: 400, code: 'CLIENT_INFO' },
  },
];
