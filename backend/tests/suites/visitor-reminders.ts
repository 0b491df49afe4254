// Run by backend/tests/owner-requests.test.ts.
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { connect, type Database } from '../../src/database/postgres';
import type { TestBackend } from '../support/backend';
import { datesOf, parisDay, reserve } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';
import { anyVisitor, bookWithLink, visitorMailsOf } from '../support/visitor-mails';

const [day, other] = [parisDay(60), parisDay(61)];

/** Reminders, with the moment that the worker otherwise takes from the database's clock. */
export function describeVisitorReminders(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, book, claimed, goes, settle, act, reset, switchOff } = mails;

  /** Looks for due reminders at that hour in Paris, so many days before `day`. */
  const look = (daysBefore: number, hour = 9, database: Pick<Database, 'query'> = backend().owner) =>
    database.query(
      `select private.queue_reminders((($1::date - $2::integer) + make_interval(hours => $3)) at time zone 'Europe/Paris')`,
      [day, daysBefore, hour],
    );
  const reminders = () =>
    query<{ kind: string; about: string }>(
      'select kind, about::text from private.outbox where about is not null order by about, kind',
    );
  const confirmed = async (isAgefice = false, ...given: string[]) => {
    const days = given.length > 0 ? given : [day];
    const by = visitor(backend(), anyAddress());
    const id = await reserve(by, {}, { email: anyVisitor(), is_agefice: isAgefice });
    await by.post('reservation_dates', datesOf(id, ...days));
    await act(id, 'confirm', { dates: null, also_confirmed: days });
    await settle();
    return id;
  };

  beforeEach(async () => {
    await reset();
    await query('delete from public.reservations');
  });
  afterAll(switchOff);

  test('two days before, in the morning and once, a visitor is reminded of each confirmed day', async () => {
    const id = await confirmed(false, day, other);
    await look(3);
    await look(2, 6);
    expect(await reminders()).toEqual([]);
    await look(2);
    await look(2);
    expect(await reminders()).toEqual([{ kind: 'reminder', about: day }]);
    await goes('reminder', { id, days: [day], name: 'Camille Durand', withdrawn: [] });
    await look(2, 12);
    await look(1);
    expect(await reminders()).toEqual([
      { kind: 'reminder', about: day },
      { kind: 'reminder', about: other },
    ]);
  });

  test('a reminder that could not go two days before goes on the day before, and never later', async () => {
    await confirmed();
    await look(0);
    expect(await reminders()).toEqual([]);
    await look(1);
    expect(await reminders()).toHaveLength(1);
  });

  test.each([
    ['who asked for AGEFICE is', true, {}, true],
    ['who has named AGEFICE since is', false, { payer: 'agefice' }, true],
    ['who did neither is not', false, {}, false],
    ['whose file has gone is not', true, { funding_filed_on: '2026-11-30' }, false],
    ['who has another fund is not', true, { payer: 'fifpl' }, false],
  ])('a week before the file for the fund is due, %s reminded of it', async (_, isAgefice, facts, isReminded) => {
    const id = await confirmed(isAgefice);
    await query(
      `insert into private.day_files select f.* from jsonb_populate_record(null::private.day_files,
         jsonb_build_object('ref', $1::uuid, 'version', 1) || $2::jsonb) as f`,
      [id, JSON.stringify(facts)],
    );
    await look(FUNDING_LEAD_DAYS + 8);
    await look(FUNDING_LEAD_DAYS - 1);
    expect(await reminders()).toEqual([]);
    for (const daysBefore of [FUNDING_LEAD_DAYS + 7, FUNDING_LEAD_DAYS]) {
      await look(daysBefore);
      expect(await reminders()).toEqual(isReminded ? [{ kind: 'funding', about: day }] : []);
    }
    if (isReminded) await goes('funding', { id, isAgefice: true, days: [day] });
  });

  test('a file for two days has one mail, about its first day, also when both are due at once', async () => {
    await confirmed(true, day, other);
    for (const daysBefore of [FUNDING_LEAD_DAYS + 5, FUNDING_LEAD_DAYS, FUNDING_LEAD_DAYS - 1]) {
      await look(daysBefore);
      expect(await reminders()).toEqual([{ kind: 'funding', about: day }]);
    }
  });

  const halves = (from: string | null, ...days: readonly string[]) =>
    JSON.stringify(
      days.flatMap((date) => ['morning', 'afternoon'].map((half) => ({ date, half, from, to: from && '12:30' }))),
    );
  const noteHours = (id: string, ...days: readonly string[]) =>
    query('insert into private.day_files (ref, kept) values ($1, $2)', [id, halves('09:00', ...days)]);

  test('on the morning after the last confirmed day, its visitor is asked for an opinion once, with a link', async () => {
    const id = await confirmed(false, day, other);
    await noteHours(id, day, other);
    await look(-1);
    await look(-2, 6);
    expect(await reminders()).toEqual([]);
    await look(-2);
    const detail = { id, days: [other], manageUrl: expect.stringMatching(/^\/reservation\/gerer#/) };
    await goes('feedback', detail);
    await look(-3);
    expect(await reminders()).toEqual([{ kind: 'feedback', about: other }]);
  });

  const answer = `{"objectives": 5, "content": 5, "trainer": 5, "organisation": 5, "overall": 5}`;
  test.each([
    ['who was there', `(ref, kept) values ($1, '${halves('09:00', day)}')`, 1],
    ['who was absent all day', `(ref, kept) values ($1, '${halves(null, day)}')`, 0],
    ['who has answered', `(ref, feedback, answered_at) values ($1, '${answer}', now())`, 0],
  ])('%s is asked for an opinion as often as expected, also when the mail waits', async (_, file, count) => {
    const id = await confirmed();
    await look(-3);
    await query(`insert into private.day_files ${file}`, [id]);
    expect(await claimed()).toEqual(count === 1 ? expect.objectContaining({ kind: 'feedback' }) : undefined);
    await look(-4);
    expect(await reminders()).toHaveLength(count);
  });

  test('the question about an opinion waits for the hours, which may be those of an absence, three days at most', async () => {
    await confirmed();
    await look(-2);
    expect(await reminders()).toEqual([]);
    await look(-3);
    expect(await reminders()).toEqual([{ kind: 'feedback', about: day }]);
  });

  test('once the later days are called off, also a week after it, a day that was held is asked about once', async () => {
    const id = await confirmed(false, day, other);
    await noteHours(id, day);
    await act(id, 'confirm', { dates: [day] });
    const calledOff = (daysAfter: number) =>
      query(
        `update private.request_events set at = (($2::date + $3::integer) + interval '8 hours') at time zone 'Europe/Paris'
          where id = (select max(id) from private.request_events where ref = $1)`,
        [id, day, daysAfter],
      );
    await calledOff(1);
    await look(-1);
    expect(await reminders()).toEqual([{ kind: 'feedback', about: day }]);
    await query('delete from private.outbox');
    await calledOff(7);
    await look(-6);
    await look(-7);
    expect(await reminders()).toEqual([]);
    await look(-8);
    await look(-9);
    expect(await reminders()).toEqual([{ kind: 'feedback', about: day }]);
  });

  test('nobody is reminded of a day that was confirmed or changed in these last days', async () => {
    const id = await book({}, day);
    await act(id, 'confirm', { dates: null });
    await query(
      `update private.request_events set at = (($2::date - 2) + interval '8 hours') at time zone 'Europe/Paris' where ref = $1 and action = 'confirmed'`,
      [id, day],
    );
    await look(2);
    await look(1);
    expect(await reminders()).toEqual([]);
  });

  test.each([
    ['a flagged request', 'update public.reservations set flagged = true where id = $1'],
    ['spam', 'update public.reservations set is_spam = true where id = $1'],
    ['a robot’s request', 'update public.reservations set unwanted = true where id = $1'],
    ['a cancelled request', "update public.reservations set status = 'annulee' where id = $1"],
    ['a day that is not confirmed', 'update public.reservation_dates set confirmed = false where reservation_id = $1'],
  ])('%s is reminded of nothing, also when its reminder waits', async (_, change) => {
    const id = await confirmed();
    await query(change, [id]);
    await look(2);
    expect(await reminders()).toEqual([]);
    const late = await confirmed(false, other);
    await look(1);
    await query(change, [late]);
    expect(await claimed()).toBeUndefined();
  });

  test('a cancellation takes the place of a reminder that waits', async () => {
    const id = await confirmed();
    await look(2);
    await act(id, 'cancel');
    await goes('cancellation', { days: [day] });
  });

  test('no reminder goes while mails to visitors are off', async () => {
    await confirmed(true);
    await query('update private.settings set visitor_mails = default');
    await look(FUNDING_LEAD_DAYS);
    await look(2);
    expect(await reminders()).toEqual([]);
  });

  test.each(['visitor_mails_per_day', 'visitor_mails_per_hour'])('a reminder held by %s goes later', async (limit) => {
    await confirmed();
    await query(`update private.settings set ${limit} = 0`);
    await look(2);
    expect(await reminders()).toEqual([]);
    await query(`update private.settings set ${limit} = default`);
    await look(2, 11);
    expect(await reminders()).toHaveLength(1);
  });

  test('a confirmed day keeps its mails while the wish of its visitor for another day waits for an answer', async () => {
    const { id, change } = await bookWithLink(backend(), [day], { is_agefice: true, email: anyVisitor() });
    await act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', { from_day: day, to_day: parisDay(80) });
    await settle();
    for (const [kind, daysBefore] of [
      ['funding', FUNDING_LEAD_DAYS],
      ['reminder', 2],
      ['feedback', -3],
    ] as const) {
      await look(daysBefore);
      await goes(kind, { days: [day], wished: kind === 'feedback' ? null : parisDay(80) });
    }
  });

  test('workers that look at once queue one reminder', async () => {
    await confirmed();
    const other = await connect({ connectionString: backend().env.DATABASE_URL ?? '' });
    await Promise.all([look(2), look(2, 9, other)]).finally(other.close);
    expect(await reminders()).toHaveLength(1);
  });
}
