import type { TestBackend } from '../support/backend';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

interface Month {
  readonly month: string;
  readonly requests: number;
  readonly confirmedDays: number;
  readonly pages: number | null;
}

interface Figures {
  readonly months: readonly Month[];
  readonly agefice: number;
  readonly daysAhead: number;
}

/** Counts by month. */
export function describeFigures(backend: () => TestBackend): void {
  const query = (text: string, values?: unknown[]) => backend().owner.query(text, values);
  const read = async () => (await ownerCalls(backend())).read<Figures>('figures');
  /** How a month differs from what it was. */
  const growth = (before: Figures, after: Figures, at: number) => {
    const [was, now] = [before.months[at], after.months[at]];
    if (!was || !now) throw new Error('There is no such month.');
    return [now.requests - was.requests, now.confirmedDays - was.confirmedDays];
  };

  test('requests and confirmed days are counted by month in Paris, without spam', async () => {
    const before = await read();
    const [{ month } = { month: '' }] = before.months;
    expect(before.months.map((one) => one.month)).toEqual([...before.months.map((one) => one.month)].sort());
    expect(before.months.at(-1)?.month).toBe(parisDay().slice(0, 7));
    await query(
      `with made as (
         insert into public.reservations (created_at, name, email, is_agefice, status, is_spam)
           values ($1::timestamp at time zone 'Europe/Paris', 'Inès', 'i@exemple.fr', true, 'confirmee', false),
             ($1::timestamp at time zone 'Europe/Paris' - interval '1 second', 'Tard', 't@exemple.fr', true, 'nouvelle', false),
             ($1::timestamp at time zone 'Europe/Paris', 'Robot', 'r@exemple.fr', true, 'nouvelle', true)
           returning id, status)
       insert into public.reservation_dates (reservation_id, date, confirmed)
         select id, $1::date + n, n < 2 from made, generate_series(0, 2) as n where status = 'confirmee'`,
      [`${month}-01`],
    );
    await query(
      `insert into public.contacts (created_at, prenom, nom, email, telephone)
         values ($1::timestamp at time zone 'Europe/Paris', 'Alex', 'Roy', 'a@exemple.fr', '0639980000')`,
      [`${month}-28 23:30`],
    );
    const after = await read();
    expect(growth(before, after, 0)).toEqual([2, 2]);
    expect(growth(before, after, 1)).toEqual([0, 0]);
    expect(after.agefice - before.agefice).toBe(1);
  });

  test('confirmed days that are still to come are counted together', async () => {
    const before = await read();
    await query(
      `with made as (insert into public.reservations (name, email, status) values ('Inès', 'i@exemple.fr', 'confirmee') returning id)
       insert into public.reservation_dates (reservation_id, date, confirmed)
         select id, day::date, true from made, unnest($1::text[]) as day`,
      [[parisDay(), parisDay(500), parisDay(-1)]],
    );
    expect((await read()).daysAhead - before.daysAhead).toBe(2);
  });

  test('served pages are counted by month, each once, without those of the owner’s space', async () => {
    await query('delete from private.page_months');
    expect((await read()).months.at(-1)?.pages).toBeNull();
    const counts = {
      shell: { '1.0.0-a': { '/': 3, '/espace': 5 }, '1.0.0-b': { '/booking': 4 } },
      landing: { x: { '/': 3 } },
    };
    for (let count = 0; count < 2; count += 1)
      await query('select private.add_served_pages($1)', [JSON.stringify(counts)]);
    await query(`select private.add_served_pages('{"shell": {"1.0.0-a": {"/espace": 1}}}')`);
    const pages = (await read()).months.map((one) => one.pages);
    expect(pages).toEqual([...Array(11).fill(0), 14]);
  });
}
