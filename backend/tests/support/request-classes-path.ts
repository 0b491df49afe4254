import fc from 'fast-check';
import { type RequestClass, refuses } from './request-class';

const spelledPaths = [
  ...['%63ontacts', 'contacts%00', 'contacts/', 'contacts;a=1', '/contacts', 'x/../contacts', '%2e/contacts'].map(
    (name) => `/rest/v1/${name}`,
  ),
  ...['/REST/v1/contacts', '/rest/v1\\contacts', '//rest/v1/contacts', 'http://127.0.0.1/rest/v1/contacts'],
];

/** Targets that are not a path of the gateway. */
const elsewhere = ['/', '/rest/v1', '/rest/v1/', '/rest/v1/rpc/', '/healthz', '*', '/rest/v1/a/b'];

export const pathClasses: readonly RequestClass[] = [
  refuses(
    'a known path in another spelling',
    'target 404',
    fc.constantFrom(...spelledPaths).map((target) => ({ target })),
  ),
  refuses(
    'a path outside its own',
    'target 404',
    fc.constantFrom(...elsewhere).map((target) => ({ target })),
  ),
  refuses(
    'an unknown table',
    'resource 404 42P01',
    fc
      .oneof(
        fc.constantFrom('settings', 'outbox', 'Contacts', 'pg_class', 'constructor'),
        fc.stringMatching(/^z_\w{1,40}$/),
      )
      .map((name) => ({ target: `/rest/v1/${name}` })),
  ),
  refuses(
    'a function',
    'resource 404 PGRST202',
    fc
      .constantFrom('is_visitor', 'claim_mail', 'set_known_releases', 'version')
      .map((name) => ({ target: `/rest/v1/rpc/${name}` })),
  ),
  refuses(
    'a change of a function',
    'resource 405 PGRST101',
    fc.constantFrom('PUT', 'PATCH', 'DELETE').map((method) => ({ method, target: '/rest/v1/rpc/is_visitor' })),
  ),
  refuses(
    'reading, changing and removing rows',
    'resource 401 42501',
    fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'),
      table: fc.constantFrom('contacts', 'reservations', 'reservation_dates', 'incidents'),
      query: fc.constantFrom('', 'id=eq.1', 'select=id', `or=${'(and('.repeat(1000)}a.eq.1${'))'.repeat(1000)}`),
    }),
  ),
  refuses(
    'methods that PostgREST does not know',
    'resource 405 PGRST117',
    fc.constantFrom('TRACE', 'PROPFIND', 'LINK', 'PURGE', 'SEARCH').map((method) => ({ method })),
  ),
  refuses(
    'parameters that it does not know',
    'query 400 PGRST100',
    fc
      .constantFrom(
        ...['apikey=x', 'id=eq.1', 'limit=1', '%63olumns=nom&columns=nom', 'columns=', 'columns=nom,,prenom'],
        ...['columns="nom', 'columns=nom%00', 'foo', '__proto__=1'],
      )
      .map((query) => ({ query })),
  ),
  refuses(
    'an unknown column in the list of columns',
    'query 400 PGRST204',
    fc.constantFrom('role', 'nom2', 'constructor', '__proto__').map((name) => ({ query: `columns=nom,${name}` })),
  ),
  refuses(
    'columns that are asked back without being readable',
    'query 401 42501',
    fc.record({
      table: fc.constantFrom('contacts', 'reservations', 'incidents'),
      query: fc.constantFrom('select=*', 'select=name', 'select=', 'select=x:id', 'select=id,reservation_dates(date)'),
    }),
  ),
  refuses(
    'a conflict target',
    'query 401 42501',
    fc.constantFrom('id', 'attempt', 'zz').map((name) => ({ query: `on_conflict=${name}` })),
  ),
  refuses(
    'closed days with other parameters than one first and one last day',
    'query 400 PGRST100',
    fc
      .constantFrom('first=2026-11-24&first=2026-11-24', 'select=id', 'constructor=1', 'limit=1')
      .map((query) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?${query}`, body: '' })),
  ),
  refuses(
    'closed days of anything but days',
    'query 400 22007',
    fc
      .constantFrom(
        ...['first=', 'first=2026', 'last=x2026-11-24', 'last=2026-11-24x', 'first=26-11-24', 'first=2026-11-24%0a'],
        'first=eq.2026-01-01',
      )
      .map((query) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?${query}`, body: '' })),
  ),
  refuses(
    'closed days of days that no calendar has',
    'query 400 22008',
    fc
      .constantFrom('2026-02-30', '2026-13-01', '0000-01-01', '2026-00-10')
      .map((day) => ({ method: 'GET', target: `/rest/v1/rpc/closed_days?first=${day}`, body: '' })),
  ),
  refuses(
    'closed days in another way',
    'resource 405 PGRST101',
    fc.constantFrom('POST', 'HEAD').map((method) => ({ method, target: '/rest/v1/rpc/closed_days' })),
  ),
];
