import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { contact, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const SHELL = '1.0.0-5be11aaa';
const BOOKING = '1.0.0-0123abcd';
const CONTACT = '1.1.0-beefbeef';
const info = (rest: string) => ({ 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()} ${rest}` });

/** The releases that a visitor had, stored with each request. */
export function describeReleaseRequests(backend: () => TestBackend): void {
  const { query, empty } = outboxOf(backend);
  const counts = async (...wanted: readonly [name: string, id: string][]) => {
    const asked = JSON.stringify(wanted.map(([name, id]) => ({ name, id })));
    const [row] = await query<{ found: { requests: number }[] }>('select private.release_requests($1) as found', [
      asked,
    ]);
    return row?.found.map(({ requests }) => requests);
  };
  const stored = (headers: Record<string, string>) =>
    query('select shell, release from public.contacts where attempt = $1', [
      headers['x-client-info']?.match(/attempt=(\S+)/)?.[1],
    ]);
  beforeEach(empty);

  test('counts the requests of each release, for the shell and for the part, without spam', async () => {
    const by = visitor(backend());
    for (const _ of [1, 2]) await by.post('contacts', contact, info(`shell=${SHELL} release=${CONTACT}`));
    const id = await reserve(by, info(`shell=${SHELL} release=${BOOKING}`));
    await by.post('contacts', contact, info(`shell=${SHELL} release=${CONTACT} honeypot=filled`));
    expect(await counts(['shell', SHELL], ['booking', BOOKING], ['contact', CONTACT])).toEqual([3, 1, 2]);
    await query('update public.reservations set is_spam = true where id = $1', [id]);
    expect(await counts(['booking', BOOKING], ['shell', SHELL], ['shell', BOOKING])).toEqual([0, 2, 0]);
    expect(await counts()).toEqual([]);
  });

  test('the three calls store no release for a client that names none', async () => {
    const headers = info('');
    await visitor(backend()).post('contacts', contact, headers);
    expect(await stored(headers)).toEqual([{ shell: null, release: null }]);
  });

  test.each([
    ['too long', 'a'.repeat(81)],
    ['with other characters', '1.0.0-a<b>'],
  ])('a release that is %s is left out, and the request is stored', async (_, id) => {
    const headers = info(`shell=${id} release=${BOOKING}`);
    expect(await visitor(backend()).post('contacts', contact, headers)).toMatchObject({ status: 201 });
    expect(await stored(headers)).toEqual([{ shell: null, release: BOOKING }]);
  });

  test('a count reads the index of its column', async () => {
    // A sequential scan is the faster plan for so few rows.
    await query('set enable_seqscan = off');
    for (const table of ['contacts', 'reservations']) {
      for (const column of ['shell', 'release']) {
        const plan = await query(`explain select count(*) from (select from public.${table} t
          where t.${column} = '${BOOKING}' and not (t.is_spam or t.unwanted) limit 10001) as counted`);
        expect(JSON.stringify(plan)).toContain(`${table}_by_${column}`);
      }
    }
    await query('reset enable_seqscan');
  });
}
