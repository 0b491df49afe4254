import fc from 'fast-check';
import type { RequestClass } from './request-class';

const spelledPaths = [
  '/rest/v1/%63ontacts',
  '/rest/v1/contacts%00',
  '/rest/v1/contacts%2f',
  '/rest/v1/contacts.',
  '/rest/v1/contacts/',
  '/rest/v1/contacts;a=1',
  '/rest/v1//contacts',
  '/rest/v1/./contacts',
  '/rest/v1/x/../contacts',
  '/rest/v1/%2e/contacts',
  '/rest/v1/%2e%2e/v1/contacts',
  '/rest/v1\\contacts',
  '/REST/v1/contacts',
  '//rest/v1/contacts',
  '//127.0.0.1/../../rest/v1/contacts',
  '/\\127.0.0.1/..\\..\\rest/v1/contacts',
  '/%2e%2e/rest/v1/contacts',
  'http://127.0.0.1/rest/v1/contacts',
];

/** Targets that are not a path of the gateway. */
const elsewhere = ['/', '/rest/v1', '/rest/v1/', '/rest/v1/rpc/', '/healthz', '*', '/rest/v1/a/b'];

export const pathClasses: readonly RequestClass[] = [
  {
    name: 'a known path in another spelling',
    dimension: 'path',
    defence: 'target',
    requests: fc.constantFrom(...spelledPaths).map((target) => ({ target })),
    answer: { status: 404 },
  },
  {
    name: 'a path outside its own',
    dimension: 'path',
    defence: 'target',
    requests: fc.constantFrom(...elsewhere).map((target) => ({ target })),
    answer: { status: 404 },
  },
  {
    name: 'an unknown table',
    dimension: 'path',
    defence: 'resource',
    requests: fc
      .oneof(
        fc.constantFrom('settings', 'outbox', 'Contacts', 'pg_class', 'constructor'),
        fc.stringMatching(/^z_\w{1,40}$/),
      )
      .map((name) => ({ target: `/rest/v1/${name}` })),
    answer: { status: 404, code: '42P01' },
  },
  {
    name: 'a function',
    dimension: 'path',
    defence: 'resource',
    requests: fc
      .constantFrom('is_visitor', 'claim_mail', 'set_known_releases', 'version')
      .map((name) => ({ target: `/rest/v1/rpc/${name}` })),
    answer: { status: 404, code: 'PGRST202' },
  },
  {
    name: 'a change of a function',
    dimension: 'path',
    defence: 'resource',
    requests: fc
      .constantFrom('PUT', 'PATCH', 'DELETE')
      .map((method) => ({ method, target: '/rest/v1/rpc/is_visitor' })),
    answer: { status: 405, code: 'PGRST101' },
  },
  {
    name: 'reading, changing and removing rows',
    dimension: 'method',
    defence: 'resource',
    requests: fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'),
      table: fc.constantFrom('contacts', 'reservations', 'reservation_dates', 'incidents'),
      query: fc.constantFrom('', 'id=eq.1', 'select=id', `or=${'(and('.repeat(1000)}a.eq.1${'))'.repeat(1000)}`),
    }),
    answer: { status: 401, code: '42501' },
  },
  {
    name: 'methods that PostgREST does not know',
    dimension: 'method',
    defence: 'resource',
    requests: fc.constantFrom('TRACE', 'PROPFIND', 'LINK', 'PURGE', 'SEARCH').map((method) => ({ method })),
    answer: { status: 405, code: 'PGRST117' },
  },
  {
    name: 'parameters that it does not know',
    dimension: 'query',
    defence: 'query',
    requests: fc
      .constantFrom(
        'apikey=x',
        'or=(and(a.eq.1,b.eq.2))',
        `or=${'(or('.repeat(1000)}a.eq.1${'))'.repeat(1000)}`,
        'id=eq.1',
        'prenom=eq.Camille',
        'limit=1',
        'order=id',
        'offset=1',
        '%63olumns=nom&columns=nom',
        'columns=',
        'columns=nom,,prenom',
        'columns="nom',
        'columns=nom->a',
        'columns=nom%00',
        'foo',
        '__proto__=1',
      )
      .map((query) => ({ query })),
    answer: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'an unknown column in the list of columns',
    dimension: 'query',
    defence: 'query',
    requests: fc
      .constantFrom('role', 'nom2', 'constructor', '__proto__')
      .map((name) => ({ query: `columns=nom,${name}` })),
    answer: { status: 400, code: 'PGRST204' },
  },
  {
    name: 'a closed column in the list of columns',
    dimension: 'query',
    defence: 'query',
    requests: fc
      .constantFrom('id', 'created_at', 'attempt', 'flagged', 'unwanted')
      .map((name) => ({ query: `columns=${name}` })),
    answer: { status: 400, code: 'PGRST204' },
  },
  {
    name: 'columns that are asked back without being readable',
    dimension: 'query',
    defence: 'query',
    requests: fc.record({
      table: fc.constantFrom('contacts', 'reservations', 'incidents'),
      query: fc.constantFrom('select=*', 'select=name', 'select=', 'select=x:id', 'select=id,reservation_dates(date)'),
    }),
    answer: { status: 401, code: '42501' },
  },
  {
    name: 'a conflict target',
    dimension: 'query',
    defence: 'query',
    requests: fc.constantFrom('id', 'attempt', 'zz').map((name) => ({ query: `on_conflict=${name}` })),
    answer: { status: 401, code: '42501' },
  },
  {
    name: 'closed days of anything but days',
    dimension: 'query',
    defence: 'query',
    requests: fc
      .constantFrom(
        ...['first=', 'first=2026', 'last=x2026-11-24', 'last=2026-11-24x', 'first=26-11-24', 'first=2026-11-24%0a'],
        ...['first=2026-11-24&first=2026-11-24', 'select=id', 'constructor=1', 'limit=1'],
      )
      .map((query) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?${query}`, body: '' })),
    answer: { status: 400, code: 'PGRST100' },
  },
  {
    name: 'closed days of days that no calendar has',
    dimension: 'query',
    defence: 'query',
    requests: fc
      .constantFrom('2026-02-30', '2026-13-01', '0000-01-01', '2026-00-10')
      .map((day) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?first=${day}`, body: '' })),
    answer: { status: 400, code: '22008' },
  },
  {
    name: 'closed days in another way',
    dimension: 'method',
    defence: 'resource',
    requests: fc.constantFrom('POST', 'HEAD').map((method) => ({ method, target: '/rest/v1/rpc/closed_days' })),
    answer: { status: 405, code: 'PGRST101' },
  },
];
