import type { TestBackend } from '../support/backend';
import { book, ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

interface Today {
  readonly todo: number;
  readonly oldestAt: string | null;
  readonly next: readonly { readonly date: string; readonly requests: readonly { readonly name: string }[] }[];
  readonly concerns: readonly { readonly kind: string }[];
  readonly steps: { readonly days: boolean; readonly agenda: boolean; readonly request: boolean } | null;
}

/** The view that opens the owner's space. Needs a database of its own, without any request. */
export function describeOwnerToday(backend: () => TestBackend): void {
  const query = (text: string) => backend().owner.query(text);
  const read = async () => (await ownerCalls(backend())).read<Today>('today');

  beforeEach(() =>
    query(`truncate public.contacts, public.reservations, private.outbox, private.owner_feeds cascade`).then(() =>
      query("update private.opening_rule set version = 1, off = '{}'"),
    ),
  );

  test('an empty site has nothing to do and three steps that its database can check', async () => {
    expect(await read()).toEqual({
      todo: 0,
      oldestAt: null,
      next: [],
      concerns: [],
      steps: { days: false, agenda: false, request: false },
    });
  });

  test('each step is done by what it asks for, and all are over once a reservation is answered', async () => {
    const owner = await ownerCalls(backend());
    await owner.read('set_days', await owner.read('days'));
    await owner.read('renew_feed');
    const id = await book(backend(), parisDay(9));
    expect((await owner.read<Today>('today')).steps).toEqual({ days: true, agenda: true, request: true });
    expect((await read()).steps).toMatchObject({ agenda: false });
    await owner.read('cancel', { id, version: 2 });
    expect((await owner.read<Today>('today')).steps).toBeNull();
  });

  test('it counts the requests that wait, and says when the oldest of them came', async () => {
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
    const { todo, oldestAt, concerns } = await read();
    expect({ todo, oldestAt, concerns }).toEqual({ todo: 2, oldestAt: '2026-01-02T09:00:00Z', concerns: [] });
  });

  test('it lists the next three days that are confirmed, each with its names', async () => {
    const owner = await ownerCalls(backend());
    const days = [3, 5, 7, 9].map((ahead) => parisDay(ahead));
    const first = await book(backend(), ...days);
    await owner.confirm(first);
    const second = await book(backend(), days[1] ?? '', parisDay(1));
    await owner.confirm(second, { dates: [days[1]], also_confirmed: [days[1]] });
    const { next } = await read();
    expect(next.map(({ date, requests }) => [date, requests.length])).toEqual([
      [days[0], 1],
      [days[1], 2],
      [days[2], 1],
    ]);
  });

  test.each([
    ['one mail that fails for eleven minutes', '11 minutes', 1, [{ kind: 'unsent', isUrgent: false, count: 1 }]],
    ['one mail that fails for nine minutes', '9 minutes', 1, []],
    ['three mails that have just failed', '0 minutes', 3, [{ kind: 'unsent', isUrgent: true, count: 3 }]],
  ])('%s: the concerns are as expected', async (_, age, count, concerns) => {
    await backend().owner.query(
      `insert into private.outbox (kind, ref, attempts, last_error, not_before, created_at)
         select 'contact', gen_random_uuid(), 3, 'ECONNREFUSED', now() + interval '1 hour', now() - $1::interval
         from generate_series(1, $2)`,
      [age, count],
    );
    expect((await read()).concerns).toMatchObject(concerns);
    expect((await read()).concerns).toHaveLength(concerns.length);
  });
}
