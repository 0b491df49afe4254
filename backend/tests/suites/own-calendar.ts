// Run by backend/tests/owner-requests.test.ts.
import type { BusyDays } from '@site/supabase/functions/_shared/own-calendar/busy-days';
import { ReadingError } from '@site/supabase/functions/_shared/own-calendar/fetch-calendar';
import { createOwnCalendar } from '@site/supabase/functions/_shared/own-calendar/own-calendar';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { until } from '../support/cases';
import { askForDays, book, ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';

interface CalendarClaim {
  readonly address: string;
  readonly connection: string;
  readonly claim: number;
  readonly first: string;
  readonly last: string;
}

const ADDRESS = 'https://calendar.google.com/calendar/ical/moi%40exemple.fr/private-0a1b2c/basic.ics';
const WRONG = [
  ...['http://exemple.fr/a.ics', 'ftp://exemple.fr/a.ics', 'https://moi:secret@exemple.fr/a.ics', 'agenda', ''],
  ...['https://exemple.fr:8443/a.ics', 'https://localhost/a.ics', 'https://[::1]/a.ics', 'https://exemple.fr/a b.ics'],
  `https://exemple.fr/${'a'.repeat(2000)}`,
];
const NEWEST = '(select c.claim from private.own_calendar c)';
const NONE = {
  host: null,
  connectedAt: null,
  readAt: null,
  failure: null,
  failedSince: null,
  isReading: false,
  days: 0,
  unread: { count: 0, names: [] },
};

export function describeOwnCalendar(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const set = (address: string | null) => owner.read<typeof NONE>('set_own_calendar', { address });
  const state = () => owner.read<typeof NONE>('own_calendar');
  const claim = async () => (await query<CalendarClaim>('select * from private.tested_claim()'))[0];
  const store = (connection: string | undefined, ...days: string[]) =>
    query(`select private.own_calendar_read($1, ${NEWEST}, $2::date[], '{}')`, [connection, days]);
  const fail = (connection: string | undefined, reason: string) =>
    query(`select private.own_calendar_failed($1, ${NEWEST}, $2)`, [connection, reason]);
  // The gateway shares an answer for some seconds.
  const closedDays = async () => (await query<{ days: string[] }>('select public.closed_days() as days'))[0]?.days;
  const send = (...days: string[]) => askForDays(backend(), ...days);
  const concern = async () => {
    const [row] = await query<{ one: object | null }>('select private.own_calendar_concern() as one');
    return row?.one ?? null;
  };
  /** Connects a calendar that is busy on these days. */
  const connect = async (...days: string[]) => {
    await set(ADDRESS);
    const claimed = await claim();
    await store(claimed?.connection, ...days);
    return claimed?.connection;
  };

  // The worker of this backend finds nothing to read.
  const withoutWorker = () =>
    backend().owner.script(`
      alter function private.claim_own_calendar() rename to tested_claim;
      create function private.claim_own_calendar() returns table (address text, connection uuid, claim integer, first text, last text)
        language sql as 'select null::text, null::uuid, 0, null::text, null::text where false'`);
  const withWorker = () =>
    backend().owner.script(`
      drop function private.claim_own_calendar();
      alter function private.tested_claim() rename to claim_own_calendar`);

  beforeAll(withoutWorker);
  beforeEach(async () => {
    await set(null);
    await query("update private.opening_rule set off = '{}', confirmed_days = false");
    await query('delete from private.own_calendar_asks');
  });
  afterAll(async () => {
    await set(null);
    await withWorker();
  });

  test('the worker reads it, and stores what hinders it', async () => {
    await set('https://10.0.0.1/agenda.ics');
    await withWorker();
    try {
      await until(async () => (await query("select from private.own_calendar where failure = 'forbidden'")).length > 0);
    } finally {
      await withoutWorker();
    }
  });

  test('days that were read are stored, and a reading that fails in any way leaves them', async () => {
    const email = await owner.email();
    await set(ADDRESS);
    const outcomes = [{ days: [parisDay(5)], unread: ['Yoga', ''] }, new ReadingError('slow'), new Error('a fault')];
    const seen: unknown[] = [];
    const calendar = createOwnCalendar(
      { query: (text, values) => query(text.replace('claim_own_calendar', 'tested_claim'), values) },
      new AbortController().signal,
      async ({ address }, span): Promise<BusyDays> => {
        seen.push(address, span);
        const outcome = outcomes.shift();
        if (!outcome || outcome instanceof Error) throw outcome;
        return outcome;
      },
    );
    const read = { days: 1, isReading: false, unread: { count: 2, names: ['Yoga', ''] } };
    for (const failure of [null, 'slow', 'unreadable']) {
      await query('update private.own_calendar set due_at = now()');
      await calendar.poll();
      await calendar.finish();
      expect(await state()).toMatchObject({ ...read, failure });
      expect(await closedDays()).toEqual([parisDay(5)]);
    }
    expect(await state()).toMatchObject({ readAt: expect.any(String), failedSince: expect.any(String) });
    await query('update private.own_calendar set due_at = now()');
    await store((await claim())?.connection);
    expect(await state()).toMatchObject({ failure: null, failedSince: null, days: 0 });
    // Those of the space, and the one in Google's address.
    const owners = expect.arrayContaining([email, 'moi@exemple.fr']);
    const asked = [ADDRESS, { first: parisDay(), last: parisDay(730), owners }];
    expect(seen).toEqual([...asked, ...asked, ...asked]);
  });

  test('a reading that ends late does not replace a newer one, whether it read or failed', async () => {
    await set(ADDRESS);
    const early = await claim();
    await query('update private.own_calendar set due_at = now()');
    await store((await claim())?.connection, parisDay(5));
    await query("select private.own_calendar_read($1, $2, '{}', '{}')", [early?.connection, early?.claim]);
    await query("select private.own_calendar_failed($1, $2, 'slow')", [early?.connection, early?.claim]);
    expect(await state()).toMatchObject({ days: 1, failure: null });
  });

  test('a connected calendar closes the days of its reading, and they open when it is disconnected', async () => {
    expect(await state()).toEqual(NONE);
    const connectedAt = expect.stringMatching(/Z$/);
    expect(await set(ADDRESS)).toEqual({ ...NONE, host: 'calendar.google.com', connectedAt, isReading: true });
    const claimed = await claim();
    expect(claimed).toMatchObject({ address: ADDRESS, first: parisDay(), last: parisDay(730) });
    expect(await closedDays()).toEqual([]);
    await store(claimed?.connection, parisDay(5), parisDay(6));
    expect(await state()).toMatchObject({ isReading: false, readAt: expect.stringMatching(/Z$/), days: 2 });
    expect(await closedDays()).toEqual([parisDay(5), parisDay(6)]);
    expect(await send(parisDay(4), parisDay(5))).toMatchObject({
      status: 400,
      body: { code: 'DATE_CLOSED', details: parisDay(5) },
    });
    await store(claimed?.connection, parisDay(6));
    expect(await closedDays()).toEqual([parisDay(6)]);
    expect(await set(null)).toEqual(NONE);
    expect(await closedDays()).toEqual([]);
    expect(await send(parisDay(6))).toMatchObject({ status: 201 });
  });

  test('a busy day that is confirmed stays confirmed, and the agenda shows both', async () => {
    const id = await book(backend(), parisDay(40));
    await owner.confirm(id);
    await connect(parisDay(40), parisDay(41));
    expect((await owner.read<{ request: OwnedRequest }>('request', { id })).request).toMatchObject({
      status: 'confirmee',
      confirmedDates: [parisDay(40)],
    });
    const days = await owner.read<object[]>('agenda', { first: parisDay(40), last: parisDay(41) });
    expect(days).toMatchObject([
      { date: parisDay(40), isBusy: true, requests: [{ id }] },
      { date: parisDay(41), isBusy: true, requests: [] },
    ]);
  });

  test('one server at a time reads it, every quarter of an hour, and at once when the owner asks', async () => {
    await set(ADDRESS);
    await store((await claim())?.connection);
    expect(await claim()).toBeUndefined();
    await query("update private.own_calendar set due_at = due_at - interval '14 minutes'");
    expect(await claim()).toBeUndefined();
    await query("update private.own_calendar set due_at = due_at - interval '1 minute'");
    expect(await claim()).toBeDefined();
    expect(await claim()).toBeUndefined();
    expect(await owner.read('read_own_calendar')).toMatchObject({ isReading: true });
    expect(await claim()).toBeDefined();
  });

  test('with another address, the days stay closed until it is read, and a reading of the last one is not stored', async () => {
    const last = await connect(parisDay(5));
    const { connectedAt: _, ...changed } = await set('webcal://p01-caldav.icloud.com/published/2/MTIz');
    expect({ ...NONE, ...changed }).toEqual({ ...NONE, host: 'p01-caldav.icloud.com', isReading: true, days: 1 });
    await store(last, parisDay(7));
    await fail(last, 'away');
    expect(await state()).toMatchObject({ readAt: null, failure: null, days: 1 });
    expect(await closedDays()).toEqual([parisDay(5)]);
    const next = await claim();
    expect(next?.address).toBe('https://p01-caldav.icloud.com/published/2/MTIz');
    await store(next?.connection, parisDay(8));
    expect(await closedDays()).toEqual([parisDay(8)]);
  });

  test('an address that is not https, has a port or a password, or is of no public name is refused', async () => {
    for (const address of WRONG) {
      const { status, body } = await owner.call('set_own_calendar', { address });
      const { code, details } = body as { code: string; details: string };
      expect([address, status, code, details]).toEqual([address, 409, 'NOT_POSSIBLE', 'no-calendar-address']);
    }
    expect(await owner.read('own_calendar')).toEqual(NONE);
  });

  test('no answer to an owner contains the address', async () => {
    await connect(parisDay(5));
    const answers = [
      await owner.read('own_calendar'),
      await owner.read('read_own_calendar'),
      await owner.read('set_own_calendar', { address: ADDRESS }),
      await owner.read('health'),
      await owner.read('agenda', { first: parisDay(), last: parisDay(9) }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/private-0a1b2c|moi%40/);
  });

  test('the owner is told when it has not been read for a day, and when a restore has kept only its days', async () => {
    const connection = await connect(parisDay(5));
    await fail(connection, 'away');
    expect(await concern()).toBeNull();
    await query("update private.own_calendar set read_at = now() - interval '25 hours'");
    expect(await concern()).toEqual({ kind: 'calendar', isUrgent: false, since: expect.stringMatching(/Z$/) });
    await store(connection, parisDay(5));
    expect(await concern()).toBeNull();
    // A backup has the days and not the address.
    await query('delete from private.own_calendar');
    expect(await closedDays()).toEqual([parisDay(5)]);
    expect(await state()).toEqual({ ...NONE, days: 1 });
    expect(await concern()).toEqual({ kind: 'calendar', isUrgent: false, since: null });
    expect(await owner.read('today')).toMatchObject({ concerns: expect.arrayContaining([await concern()]) });
    await set(null);
    expect(await concern()).toBeNull();
  });
}
