import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

/** The dates of reservations. */
export function describeDates(backend: () => TestBackend): void {
  const storedDates = async (id: string) => {
    const rows = await backend().owner.query<{ date: string }>(
      'select date::text from public.reservation_dates where reservation_id = $1 order by date',
      [id],
    );
    return rows.map((row) => row.date);
  };
  const age = (id: string, by: string) =>
    backend().owner.query('update public.reservations set created_at = created_at - $2::interval where id = $1', [
      id,
      by,
    ]);

  test('dates that are already stored or sent twice are skipped, also at once', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    const [first, second, third] = [parisDay(1), parisDay(2), parisDay(3)];
    const answers = await Promise.all([1, 2, 3].map(() => by.post('reservation_dates', datesOf(id, first, second))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await by.post('reservation_dates', datesOf(id, second, third, third))).toMatchObject({ status: 201 });
    expect(await storedDates(id)).toEqual([first, second, third]);
  });

  test('parallel requests do not pass the maximum together', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    const weeks = Array.from({ length: 8 }, (_, week) =>
      Array.from({ length: 7 }, (_, day) => parisDay(1 + week * 7 + day)),
    );
    const answers = await Promise.all(weeks.map((week) => by.post('reservation_dates', datesOf(id, ...week))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 201, 400, 400, 400, 400]);
    expect(await storedDates(id)).toHaveLength(28);
  });

  test('a day of an unknown reservation is refused like any forbidden row', async () => {
    const answer = await visitor(backend()).post('reservation_dates', datesOf(randomUUID(), parisDay(1)));
    expect(answer).toMatchObject({ status: 401, body: { code: '42501', details: null } });
  });

  test('dates sent after the ten-minute window get a 410', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await age(id, '9 minutes 50 seconds');
    expect(await by.post('reservation_dates', datesOf(id, parisDay(1)))).toMatchObject({ status: 201 });
    await age(id, '11 seconds');
    const answer = await by.post('reservation_dates', datesOf(id, parisDay(2)));
    expect(answer).toMatchObject({ status: 410, body: { code: 'DATES_WINDOW_OVER' } });
    expect(await storedDates(id)).toEqual([parisDay(1)]);
  });

  test('a confirmed or cancelled reservation accepts no more dates', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await backend().owner.query("update public.reservations set status = 'confirmee' where id = $1", [id]);
    const answer = await by.post('reservation_dates', datesOf(id, parisDay(1)));
    expect(answer).toMatchObject({ status: 410, body: { code: 'DATES_WINDOW_OVER' } });
  });

  test.each([
    ['long after the window', "created_at = created_at - interval '5 hours'", 201],
    ['when the owner has confirmed', "status = 'confirmee'", 201],
    ['when the owner has cancelled, so that the form starts again', "status = 'annulee'", 410],
  ])('stored dates get the expected answer when they are sent again %s', async (_, change, status) => {
    const by = visitor(backend());
    const id = await reserve(by);
    const dates = datesOf(id, parisDay(1), parisDay(2));
    await by.post('reservation_dates', dates);
    await backend().owner.query(`update public.reservations set ${change} where id = $1`, [id]);
    expect(await by.post('reservation_dates', dates)).toMatchObject({ status });
    expect(await storedDates(id)).toEqual([parisDay(1), parisDay(2)]);
  });

  test.each([
    ['in the past', -1, 'DATE_PAST'],
    ['too far ahead', 731, 'DATE_TOO_FAR'],
  ])('a date %s is refused together with the others of the request', async (_, daysAhead, code) => {
    const by = visitor(backend());
    const id = await reserve(by);
    const answer = await by.post('reservation_dates', datesOf(id, parisDay(1), parisDay(daysAhead)));
    expect(answer).toMatchObject({ status: 400, body: { code, details: parisDay(daysAhead) } });
    expect(await storedDates(id)).toEqual([]);
  });

  test('today and the last day of the two years are accepted', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    expect(await by.post('reservation_dates', datesOf(id, parisDay(0), parisDay(730)))).toMatchObject({ status: 201 });
  });

  test('31 dates are accepted and a further one is refused', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    const month = Array.from({ length: 31 }, (_, day) => parisDay(day + 1));
    const tooMany = { status: 400, body: { code: 'TOO_MANY_DATES', details: '31' } };
    expect(await by.post('reservation_dates', datesOf(id, ...month, parisDay(40)))).toMatchObject(tooMany);
    expect(await by.post('reservation_dates', datesOf(id, ...month))).toMatchObject({ status: 201 });
    expect(await by.post('reservation_dates', datesOf(id, parisDay(40)))).toMatchObject(tooMany);
  });

  test('a day begins at midnight in Paris', async () => {
    const rows = await backend().owner.query(
      `select private.paris_day('2026-11-21T22:59:59Z')::text as before, private.paris_day('2026-11-21T23:00:00Z')::text as after,
              private.paris_day('2026-07-21T22:00:00Z')::text as summer`,
    );
    expect(rows).toEqual([{ before: '2026-11-21', after: '2026-11-22', summer: '2026-07-22' }]);
  });
}
