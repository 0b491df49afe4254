// Run by backend/tests/owner-requests.test.ts.
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { book, ownerCalls } from '../support/owner';
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

export function describeOwnerOverview(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  test('the agenda contains the days that are confirmed or asked for, each with its reservations', async () => {
    const [first, second, third] = [parisDay(400), parisDay(401), parisDay(402)];
    const agenda = async (days: object) =>
      (await owner.read<AgendaDay[]>('agenda', days)).map(({ holiday: _, isBusy: __, ...day }) => day);
    const id = await book(backend(), first, second, third);
    const other = await book(backend(), second, third);
    const asked = [{ id: other, name: 'Camille Durand', insteadOf: null }];
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

  test('the owner can read how many mails wait or were given up, why, and how large the database is', async () => {
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

interface Today {
  readonly todo: number;
  readonly oldestAt: string | null;
  readonly only: string | null;
  readonly next: readonly { readonly date: string; readonly requests: readonly { readonly name: string }[] }[];
  readonly concerns: readonly { readonly kind: string }[];
  readonly steps: Readonly<Record<'days' | 'agenda' | 'request' | 'answered', boolean>>;
}

/** The view that opens the owner's space. Needs a database of its own, without any request. */
export function describeOwnerToday(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const query = (text: string) => backend().owner.query(text);
  const read = () => ownerCalls(backend).read<Today>('today');

  beforeEach(() =>
    query(`truncate public.contacts, public.reservations, private.outbox, private.owner_feeds cascade`).then(() =>
      query("update private.opening_rule set version = 1, off = '{}'"),
    ),
  );

  test('an empty site has nothing to do and three steps that its database can check', async () => {
    expect(await read()).toEqual({
      todo: 0,
      oldestAt: null,
      only: null,
      wishes: [],
      givenUp: [],
      next: [],
      concerns: [],
      steps: { days: false, agenda: false, request: false, answered: false },
    });
  });

  test('it counts the requests that wait, says when the oldest of them came, and names one that waits alone', async () => {
    await query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at, handled_at, is_spam)
         values ('An', 'Cien', 'a@exemple.fr', '0612345678', '2026-01-02T09:00:00Z', null, false),
           ('An', 'Cien', 'a@exemple.fr', '0612345678', '2026-01-01', now(), false),
           ('An', 'Cien', 'a@exemple.fr', '0612345678', '2026-01-01', null, true)`,
    );
    await query(
      `insert into public.reservations (name, email, created_at, status)
         values ('A', 'a@exemple.fr', now(), 'nouvelle'), ('B', 'b@exemple.fr', '2026-01-01', 'annulee')`,
    );
    expect(await read()).toMatchObject({ todo: 2, oldestAt: '2026-01-02T09:00:00Z', only: null, concerns: [] });
    await query("update public.reservations set status = 'annulee'");
    expect(await read()).toMatchObject({ todo: 1, only: 'An Cien' });
  });

  test('it lists the days to come that are confirmed, each with its names', async () => {
    const days = [3, 5, 7, 9].map((ahead) => parisDay(ahead));
    const first = await book(backend(), ...days);
    const second = await book(backend(), days[1] ?? '', parisDay(1));
    await owner.confirm(first);
    await owner.confirm(second, { dates: [days[1]], also_confirmed: [days[1]] });
    const { next } = await read();
    expect(next.map(({ date, requests }) => [date, requests.length])).toEqual([
      [days[0], 1],
      [days[1], 2],
      [days[2], 1],
      [days[3], 1],
    ]);
  });

  test.each([
    ['one mail that fails for eleven minutes', '11 minutes', 1, [{ kind: 'unsent', isUrgent: false, count: 1 }]],
    ['one mail that fails for nine minutes', '9 minutes', 1, []],
    ['three mails that have just failed', '0 minutes', 3, [{ kind: 'unsent', isUrgent: true, lastError: 'refused' }]],
    ['three mails that nobody has tried', '0 minutes', 3, [], null],
  ])('%s: the concerns are as expected', async (_, age, count, concerns, error: string | null = 'refused') => {
    await backend().owner.query(
      `insert into private.outbox (kind, ref, attempts, last_error, not_before, created_at)
         select 'contact', gen_random_uuid(), 3, $3, now() + interval '1 hour', now() - $1::interval
         from generate_series(1, $2)`,
      [age, count, error],
    );
    expect((await read()).concerns).toMatchObject(concerns);
    expect((await read()).concerns).toHaveLength(concerns.length);
  });
}
