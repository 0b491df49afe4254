// Run by backend/tests/backend.test.ts.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../src/database/postgres';
import { mailFolderOf } from '../../src/worker/mail-files';
import type { TestBackend } from '../support/backend';
import { authCall, OUTDATED, ownerCalls } from '../support/owner';
import { contact, incident, livePage, pageSpeed } from '../support/rows';
import { retentionOf, startTasks } from '../support/upkeep';
import { visitor } from '../support/visitor';
import { anySecret, manage } from '../support/visitor-mails';

/** Removal after the retention terms. Each test uses an address of its own. */
export function describeRetention(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const applyRetention = () => query('select private.apply_retention()');
  // Enough requests for the old ones to be less than a tenth.
  beforeAll(() =>
    query(`insert into public.contacts (prenom, nom, email, telephone)
      select 'Camille', 'Durand', 'crowd' || i || '@exemple.fr', '0612345678' from generate_series(1, 100) as i`),
  );
  afterAll(() => query("delete from public.contacts where email like 'crowd%'"));
  const someone = () => `${randomUUID()}@exemple.fr`;
  const addContact = (email: string, age: string) =>
    query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
         values ('Camille', 'Durand', $1, '0612345678', now() - $2::interval)`,
      [email, age],
    );
  const addReservation = async (email: string, age: string, ...ages: string[]) => {
    const [row] = await query<{ id: string }>(
      "insert into public.reservations (name, email, created_at) values ('Camille', $1, now() - $2::interval) returning id",
      [email, age],
    );
    for (const each of ages) {
      await query('insert into public.reservation_dates (reservation_id, date) values ($1, now() - $2::interval)', [
        row?.id,
        each,
      ]);
    }
    return row?.id ?? '';
  };
  const requestsOf = async (email: string) => {
    const [row] = await query<{ contacts: number; reservations: number }>(
      `select (select count(*)::integer from public.contacts where email ilike $1) as contacts,
              (select count(*)::integer from public.reservations where email ilike $1) as reservations`,
      [email],
    );
    return row;
  };

  test('files of whoever was erased before a long stop are removed, although their erasure is forgotten then', async () => {
    const ref = randomUUID();
    const folder = mailFolderOf(backend().dataDir);
    mkdirSync(folder, { recursive: true });
    const name = `20261123T090000Z-reservation-${ref}-${randomUUID()}.eml`;
    writeFileSync(join(folder, name), '');
    await query("insert into private.erased_requests (ref, erased_at) values ($1, now() - interval '31 days')", [ref]);
    await startTasks(backend()).run();
    expect(readdirSync(folder)).not.toContain(name);
  });

  test('requests are removed three years after their person’s last contact, with their dates and mails', async () => {
    const email = `Camille.${someone()}`;
    await addContact(email, '3 years 1 day');
    const id = await addReservation(email.toUpperCase(), '4 years', '3 years 2 days');
    await query("insert into private.outbox (kind, ref) values ('reservation', $1)", [id]);
    await applyRetention();
    expect(await requestsOf(email)).toEqual({ contacts: 0, reservations: 0 });
    expect(await query('select from public.reservation_dates where reservation_id = $1', [id])).toEqual([]);
    expect(await query('select from private.outbox where ref = $1', [id])).toEqual([]);
  });

  test.each([
    ['wrote again since, in capitals', (email: string) => addContact(email.toUpperCase(), '2 years 364 days')],
    ['booked since', (email: string) => addReservation(email, '1 year')],
    ['came to a day booked before', (email: string) => addReservation(email, '4 years', '2 years')],
  ])('an old request of somebody who %s is kept', async (_, contactAgain) => {
    const email = someone();
    await addContact(email, '3 years 1 day');
    await contactAgain(email);
    const before = await requestsOf(email);
    await applyRetention();
    expect(await requestsOf(email)).toEqual(before);
  });

  test('sent mails are removed from the outbox after thirty days, unsent ones never', async () => {
    await query(`insert into private.outbox (kind, ref, created_at, sent_at) values
      ('contact', '00000000-0000-4000-8000-000000000001', now() - interval '60 days', now() - interval '31 days'),
      ('contact', '00000000-0000-4000-8000-000000000002', now() - interval '60 days', now() - interval '29 days'),
      ('contact', '00000000-0000-4000-8000-000000000003', now() - interval '60 days', null)`);
    await query(`insert into private.outbox (kind, created_at, given_up_at)
      values ('concerns', now() - interval '33 days', now() - interval '31 days')`);
    await applyRetention();
    expect(await query("select from private.outbox where kind = 'concerns' and given_up_at is not null")).toEqual([]);
    const remaining = await query<{ ref: string }>(
      "select ref from private.outbox where ref::text like '00000000-0000-4000-8000-%' order by ref",
    );
    expect(remaining.map(({ ref }) => ref.at(-1))).toEqual(['2', '3']);
    await query("delete from private.outbox where ref::text like '00000000-0000-4000-8000-%'");
  });
}

export function describeHeldRetention(backend: () => TestBackend): void {
  const { query, run, add, countContacts, heldMails, reset } = retentionOf(backend);
  /** Simulates a clock that is set ahead: moves all stored times back. */
  const putClockAhead = async (time: string) => {
    await query('update public.contacts set created_at = created_at - $1::interval', [time]);
    await query(
      'update private.retention_state set last_run_at = last_run_at - $1::interval, seen_at = seen_at - $1::interval, held_at = held_at - $1::interval',
      [time],
    );
  };
  /** Lets time pass for retention only. */
  const wait = (time: string) =>
    query(
      `update private.retention_state set held_at = held_at - $1::interval, last_run_at = last_run_at - $1::interval,
         seen_at = case when $1::interval > '1 month' then seen_at - $1::interval else seen_at end`,
      [time],
    );

  beforeEach(reset);

  test('a small site loses the requests that are due, however large their share is', async () => {
    await add(1, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
    await add(10, '4 years');
    await add(2, '1 day');
    expect(await run()).toMatchObject({ removed: { requests: 10 }, held: null });
    expect(await countContacts()).toBe(2);
  });

  test('more than ten requests and a tenth are held for a day, then removed by tenths, the oldest first', async () => {
    await add(105, '1 day');
    await add(15, '4 years');
    await add(3, '5 years');
    expect(await run()).toMatchObject({
      removed: { requests: 0, mails: 0 },
      held: { requests: 18, total: 123, reason: 'share', since: expect.stringMatching(/Z$/) },
    });
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 18 } });
    await wait('23 hours');
    expect(await run()).toMatchObject({ removed: { requests: 0 } });
    await wait('2 hours');
    expect(await heldMails()).toHaveLength(1);
    expect(await run()).toMatchObject({ removed: { requests: 12 }, held: null });
    expect(await query("select from public.contacts where created_at < now() - interval '5 years'")).toEqual([]);
    expect(await run()).toMatchObject({ removed: { requests: 6 }, held: null });
    expect(await countContacts()).toBe(105);
  });

  test('a clock four years ahead removes nothing, and retention continues once it is corrected', async () => {
    await add(7, '1 day');
    await add(1, '1 hour');
    await putClockAhead('4 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 8, reason: 'clock' } });
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 8 } });
    await putClockAhead('-4 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: null });
    expect(await countContacts()).toBe(8);
  });

  test('times that a clock four years ahead has left behind hold no run of the corrected clock', async () => {
    await query(
      `update private.retention_state set held_reason = 'clock', held_at = now() + interval '4 years',
         last_run_at = now() + interval '4 years', seen_at = now() + interval '4 years'`,
    );
    await add(12, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 10 }, held: null });
    expect(await run()).toMatchObject({ removed: { requests: 2 }, held: null });
  });

  test.each(['25 hours', '29 days'])('after %s without a run, what is due is removed now, by tenths', async (gap) => {
    await add(99, '1 day');
    await add(12, '4 years');
    await query(
      'update private.retention_state set last_run_at = now() - $1::interval, seen_at = now() - $1::interval',
      [gap],
    );
    expect(await run()).toMatchObject({ removed: { requests: 11 }, held: null });
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test.each([
    ['after two months without a run', "now() - interval '2 months'"],
    ['after a restore', 'null'],
  ])('%s, a removal is held for a week, then resumes by itself', async (_, seenAt) => {
    await add(99, '1 day');
    await add(1, '4 years');
    await query(`update private.retention_state set last_run_at = ${seenAt}, seen_at = ${seenAt}`);
    const pending = { requests: 1, reason: 'clock', resumesAt: expect.stringMatching(/Z$/) };
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: pending });
    expect(await heldMails()).toHaveLength(0);
    await wait('6 days');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: pending });
    expect(await heldMails()).toHaveLength(1);
    await wait('25 hours');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test('a clock that jumps while a run is held starts the wait anew', async () => {
    await add(1, '4 years');
    await query("update private.retention_state set seen_at = now() - interval '2 months'");
    await run();
    await wait('2 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 1, reason: 'clock' } });
  });

  test('nothing is held after months without a run when nothing is due', async () => {
    await add(3, '1 day');
    await query("update private.retention_state set seen_at = now() - interval '9 months'");
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: null });
    await add(1, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test('two runs at once remove and count each request once', async () => {
    await add(99, '1 day');
    await add(4, '4 years');
    const other = await connect({ connectionString: backend().env.DATABASE_URL ?? '' });
    const outcomes = await Promise.all([run(), run(false, other)]).finally(other.close);
    expect(outcomes.map((outcome) => outcome?.removed.requests).sort()).toEqual([0, 4]);
  });
}

export function describeConfirmedRetention(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const { query, run, add, countContacts, reset } = retentionOf(backend);

  beforeEach(reset);

  test('the owner sees a held run, confirms what they saw, and the worker removes the rest of it', async () => {
    await add(11, '4 years');
    expect(await owner.call('confirm_retention', { requests: 11 })).toMatchObject({ status: 409 });
    await run();
    const seen = { kind: 'retention', isUrgent: true, requests: 11, total: 11, resumesAt: expect.stringMatching(/Z$/) };
    expect(await owner.read('health')).toMatchObject({
      retention: { requests: 11, total: 11 },
      concerns: expect.arrayContaining([expect.objectContaining(seen)]),
    });
    expect(await owner.call('confirm_retention', { requests: 10 })).toMatchObject(OUTDATED);
    expect(await owner.read('confirm_retention', { requests: 11 })).toMatchObject({ requests: 11 });
    expect(await owner.read('health')).toMatchObject({ retention: null });
    expect(await countContacts()).toBe(0);
  });

  test('hashed addresses are removed while a retention run is held', async () => {
    await add(11, '4 years');
    await query(
      "insert into private.submissions (address_hash, created_at) values ('held', now() - interval '24 hours')",
    );
    expect(await run()).toMatchObject({ held: { requests: 11 } });
    expect(await query("select from private.submissions where address_hash = 'held'")).toEqual([]);
  });

  test('the worker keeps the mail files while a run is held', async () => {
    const folder = mailFolderOf(backend().dataDir);
    const thisYear = new Date().getUTCFullYear();
    const old = `${thisYear - 4}0101T000000Z-contact-1-1.eml`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, old), '');
    await add(11, '4 years');
    await add(9, '1 day');
    await query('update private.retention_state set looked_at = null');
    const { run: work, printed } = startTasks(backend());
    await work();
    expect(printed).toEqual([]);
    expect(readdirSync(folder)).toContain(old);
  });
}

const ADDRESS = '192.0.2.77';
const COUNTS = ['submissions', 'manage_calls', 'incident_reports', 'live_reports', 'speed_reports', 'sign_in_attempts'];

const PART = { remote: 'a', release: '1' };
const PAGE = { ...PART, route: '/' };
const NETWORK = { address_hash: 'a' };
const DAY_AND_HOUR = ['22 hours', '23 hours 1 minute'] as const;
const MONTH = ['29 days', '31 days'] as const;
const SERVER = { host: randomUUID(), data_dir: '/', free_bytes: 1, total_bytes: 1 };

/** A table, its column of a time, its other columns, an age in its term and one after it. */
const TERMS: readonly (readonly [table: string, time: string, row: object, fresh: string, expired: string])[] = [
  ['private.submissions', 'created_at', NETWORK, ...DAY_AND_HOUR],
  // A clock that was ahead wrote it.
  ['private.submissions', 'created_at', NETWORK, '-59 minutes', '-61 minutes'],
  ['private.manage_calls', 'created_at', NETWORK, ...DAY_AND_HOUR],
  ['private.incident_reports', 'created_at', NETWORK, ...DAY_AND_HOUR],
  ['private.live_reports', 'since', { ...NETWORK, pages: 1 }, ...DAY_AND_HOUR],
  ['private.speed_reports', 'hour', { ...NETWORK, pages: 1 }, ...DAY_AND_HOUR],
  ['private.sign_in_attempts', 'created_at', { ...NETWORK, kind: 'ask' }, '23 hours', '25 hours'],
  ['private.sign_in_codes', 'expires_at', { address_hash: randomUUID(), nonce: 'a' }, '-1 minute', '1 minute'],
  ['public.incidents', 'created_at', { ...PAGE, phase: 'page', code: 'a' }, ...MONTH],
  ['private.page_counts', 'hour', PAGE, ...MONTH],
  ['private.speed_counts', 'hour', { ...PAGE, metric: 'lcp', bucket: 1, pages: 1 }, ...MONTH],
  ['private.release_networks', 'since', PART, ...MONTH],
  ['private.dropped_reports', 'hour', { kind: 'live', reports: 1 }, ...MONTH],
  ['private.watched_changes', 'at', { seq: 1, outcome: 'visits', parts: '[]' }, ...MONTH],
  ['private.known_releases', 'given_at', { remote: 'a', release: randomUUID() }, ...MONTH],
  ['private.erased_requests', 'erased_at', { ref: randomUUID() }, ...MONTH],
  ['private.servers', 'seen_at', SERVER, '6 days', '8 days'],
  ['private.page_months', 'month', { served: 1 }, '1 year', '2 years 1 month'],
];

export function describeCleanUp(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);

  test.each(TERMS)('a row of %s is kept for its term and then removed', async (table, time, row, fresh, expired) => {
    const places = Object.keys(row).map((_, at) => `, $${at + 2}`);
    const insert = `insert into ${table} (${[time, ...Object.keys(row)]}) values (now() - $1::interval${places.join('')})`;
    const countLeft = async (age: string) => {
      await query(`delete from ${table}`);
      await query(insert, [age, ...Object.values(row)]);
      await query('select private.clean_up()');
      return (await query(`delete from ${table} returning 1`)).length;
    };
    expect([await countLeft(fresh), await countLeft(expired)]).toEqual([1, 0]);
  });

  test('the address of a visitor is in no table', async () => {
    const by = visitor(backend(), ADDRESS);
    await by.post('contacts', contact);
    await by.post('incidents', incident);
    await by.post('live_pages', livePage);
    await by.post('page_speeds', pageSpeed);
    await manage(backend(), 'request', { secret: anySecret(), from: ADDRESS });
    const headers = { 'x-forwarded-for': ADDRESS };
    await authCall(backend(), 'otp', { body: { email: 'nobody@exemple.fr', create_user: false }, headers });
    for (const table of COUNTS) expect(await query(`select from private.${table}`)).not.toEqual([]);
    const tables = await query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
         where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    for (const { name } of tables) {
      expect([name, await query(`select from ${name} as t where t::text like '%${ADDRESS}%'`)]).toEqual([name, []]);
    }
  });
}
