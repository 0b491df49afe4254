import type { TestBackend } from '../support/backend';
import { anySecret, manage } from '../support/managed';
import { contact, incident, livePage, pageSpeed } from '../support/rows';
import { authCall } from '../support/sign-in';
import { visitor } from '../support/visitor';

const ADDRESS = '192.0.2.77';
const COUNTED = [
  'submissions',
  'manage_calls',
  'incident_reports',
  'live_reports',
  'speed_reports',
  'sign_in_attempts',
];

/** A table, its columns, of which the first is a time, their other values, an age in its term and one after it. */
const TERMS: readonly (readonly [table: string, columns: string, values: string, kept: string, gone: string])[] = [
  ['private.submissions', 'created_at, address_hash', `'a'`, '22 hours', '23 hours 1 minute'],
  // Of a clock that was ahead.
  ['private.submissions', 'created_at, address_hash', `'a'`, '-59 minutes', '-61 minutes'],
  ['private.manage_calls', 'created_at, address_hash', `'a'`, '22 hours', '23 hours 1 minute'],
  ['private.incident_reports', 'created_at, address_hash', `'a'`, '22 hours', '23 hours 1 minute'],
  ['private.live_reports', 'since, address_hash, pages', `'a', 1`, '22 hours', '23 hours 1 minute'],
  ['private.speed_reports', 'hour, address_hash, pages', `'a', 1`, '22 hours', '23 hours 1 minute'],
  ['private.sign_in_attempts', 'created_at, kind, address_hash', `'ask', 'a'`, '23 hours', '25 hours'],
  ['private.sign_in_codes', 'expires_at, address_hash, nonce', `gen_random_uuid(), 'a'`, '-1 minute', '1 minute'],
  [
    'public.incidents',
    'created_at, remote, release, phase, code, route',
    `'a', '1', 'page', 'a', '/'`,
    '29 days',
    '31 days',
  ],
  ['private.page_counts', 'hour, remote, release, route', `'a', '1', '/'`, '29 days', '31 days'],
  [
    'private.speed_counts',
    'hour, remote, release, route, metric, bucket, pages',
    `'a', '1', '/', 'lcp', 1, 1`,
    '29 days',
    '31 days',
  ],
  ['private.release_networks', 'since, remote, release', `'a', '1'`, '29 days', '31 days'],
  ['private.dropped_reports', 'hour, kind, reports', `'live', 1`, '29 days', '31 days'],
  ['private.watched_changes', 'at, seq, outcome, parts', `random() * 1e9, 'visits', '[]'`, '29 days', '31 days'],
  ['private.known_releases', 'given_at, remote, release', `'a', gen_random_uuid()`, '29 days', '31 days'],
  ['private.erased_requests', 'erased_at, ref', 'gen_random_uuid()', '29 days', '31 days'],
  [
    'private.servers',
    'seen_at, host, data_dir, free_bytes, total_bytes',
    `gen_random_uuid(), '/', 1, 1`,
    '6 days',
    '8 days',
  ],
  ['private.page_months', 'month, served', '1', '1 year', '2 years 1 month'],
];

/** How long what is not a request is kept, and that it names no visitor's address. */
export function describeCleanUp(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);

  test.each(TERMS)(
    'a row of %s (%s) is kept for its term and then removed',
    async (table, columns, values, kept, gone) => {
      const leftOf = async (age: string) => {
        await query(`delete from ${table}`);
        await query(`insert into ${table} (${columns}) select now() - $1::interval, ${values}`, [age]);
        await query('select private.clean_up()');
        return (await query(`delete from ${table} returning 1`)).length;
      };
      expect([await leftOf(kept), await leftOf(gone)]).toEqual([1, 0]);
    },
  );

  test('the address of a visitor is in no table', async () => {
    const by = visitor(backend(), ADDRESS);
    await by.post('contacts', contact);
    await by.post('incidents', incident);
    await by.post('live_pages', livePage);
    await by.post('page_speeds', pageSpeed);
    await manage(backend(), 'request', { secret: anySecret(), from: ADDRESS });
    const headers = { 'x-forwarded-for': ADDRESS };
    await authCall(backend(), 'otp', { body: { email: 'nobody@exemple.fr', create_user: false }, headers });
    for (const table of COUNTED) expect(await query(`select from private.${table}`)).not.toEqual([]);
    const tables = await query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
         where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    for (const { name } of tables) {
      expect([name, await query(`select from ${name} as t where t::text like '%${ADDRESS}%'`)]).toEqual([name, []]);
    }
  });
}
