import type { TestBackend } from '../support/backend';
import { book, type OwnedRequest, ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

interface Health {
  readonly mails: { readonly waiting: number; readonly givenUp: number; readonly lastError: string | null };
  readonly retention: object | null;
  readonly database: { readonly bytes: number; readonly requests: number };
}

interface AgendaDay {
  readonly date: string;
  readonly requests: readonly object[];
  readonly asked: readonly object[];
  readonly holiday: string | null;
  readonly isBusy: boolean;
}

/** The agenda and the health of the site. */
export function describeOwnerOverview(backend: () => TestBackend): void {
  test('the agenda contains the days that are confirmed or asked for, each with its reservations', async () => {
    const owner = await ownerCalls(backend());
    const [first, second, third] = [parisDay(400), parisDay(401), parisDay(402)];
    const agenda = async (days: object) =>
      (await owner.read<AgendaDay[]>('agenda', days)).map(({ holiday: _, isBusy: __, ...day }) => day);
    const id = await book(backend(), first, second, third);
    const other = await book(backend(), second, third);
    const asked = [{ id: other, name: 'Camille Durand' }];
    const { version } = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: [third, first] });
    const request = await owner.one(id);
    expect(await agenda({ first, last: third })).toEqual([
      { date: first, requests: [request], asked: [] },
      { date: second, requests: [], asked },
      { date: third, requests: [request], asked },
    ]);
    expect(await agenda({ first, last: first })).toHaveLength(1);
    await owner.read('cancel', { id, version });
    await backend().owner.query('update public.reservations set is_spam = true where id = $1', [other]);
    expect((await agenda({ first, last: third })).filter((day) => day.requests.length + day.asked.length > 0)).toEqual(
      [],
    );
  });

  test('the agenda names each public holiday', async () => {
    const owner = await ownerCalls(backend());
    const days = await owner.read<AgendaDay[]>('agenda', { first: '2027-01-01', last: '2027-12-31' });
    const holidays = days.flatMap(({ date, holiday }) => (holiday ? [[date, holiday]] : []));
    expect(holidays).toEqual([
      ['2027-01-01', 'new-year'],
      ['2027-03-29', 'easter-monday'],
      ['2027-05-01', 'labour'],
      ['2027-05-06', 'ascension'],
      ['2027-05-08', 'victory'],
      ['2027-05-17', 'whit-monday'],
      ['2027-07-14', 'national'],
      ['2027-08-15', 'assumption'],
      ['2027-11-01', 'all-saints'],
      ['2027-11-11', 'armistice'],
      ['2027-12-25', 'christmas'],
    ]);
  });

  test.each([
    { first: '2026-01-01', last: '2036-01-01' },
    { first: null, last: '2026-01-01' },
    { first: 'x', last: '2026-01-01' },
  ])('an agenda of %j is refused', async (args) => {
    const owner = await ownerCalls(backend());
    expect(await owner.call('agenda', args)).toMatchObject({ status: 400 });
  });

  test('the owner can read how many mails wait or were given up, why, and how large the database is', async () => {
    const owner = await ownerCalls(backend());
    const before = await owner.read<Health>('health');
    const [{ id } = { id: '' }] = await backend().owner.query<{ id: string }>(
      `insert into public.reservations (name, email) values ('Camille', 'c@exemple.fr') returning id`,
    );
    await backend().owner.query(
      `insert into private.outbox (kind, ref, attempts, not_before, last_error, given_up_at)
         values ('reservation', $1, 2, now() + interval '1 hour', 'refusé', null),
           ('dates', $1, 60, now(), 'boîte pleine', now())`,
      [id],
    );
    const after = await owner.read<Health>('health');
    expect(after.mails).toMatchObject({
      waiting: before.mails.waiting + 1,
      givenUp: before.mails.givenUp + 1,
      lastError: 'boîte pleine',
    });
    expect(after.database.requests).toBe(before.database.requests + 1);
    expect(after.database.bytes).toBeGreaterThan(1_000_000);
    expect(after.retention).toBeNull();
  });
}
