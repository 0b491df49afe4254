import type { Database } from '../../src/database/database';
import type { Promised } from './persistent-clients';

interface Found {
  readonly attempt: string;
  readonly dates: readonly string[];
  readonly mails: number;
}

/** Every stored submission, with its dates and the number of its rows in the outbox. */
export async function readSubmissions(owner: Database, table: Promised['table']): Promise<Found[]> {
  const dates =
    table === 'reservations'
      ? 'array(select d.date::text from public.reservation_dates d where d.reservation_id = s.id order by d.date)'
      : "'{}'::text[]";
  return owner.query<Found>(
    `select s.attempt, ${dates} as dates,
            (select count(*)::integer from private.outbox o where o.ref = s.id) as mails
       from public.${table} s order by s.attempt`,
  );
}

/** The submissions that the database must contain: each promised one once, with one mail, and no others. */
function expected(promised: readonly Promised[], table: Promised['table']): Found[] {
  return promised
    .filter((one) => one.table === table)
    .map(({ attempt, dates }) => ({ attempt, dates, mails: 1 }))
    .sort((a, b) => (a.attempt < b.attempt ? -1 : 1));
}

/** Each promised submission is stored once with one row in the outbox, and there is nothing else. */
export async function expectStoredOnce(owner: Database, promised: readonly Promised[]): Promise<void> {
  for (const table of ['contacts', 'reservations'] as const) {
    expect(await readSubmissions(owner, table)).toEqual(expected(promised, table));
  }
  expect(await inconsistencies(owner)).toEqual({ orphans: 0, silent: 0 });
}

/** Counts rows of the outbox without a submission (`orphans`), and submissions without such a row (`silent`). */
export async function inconsistencies(owner: Database): Promise<{ orphans: number; silent: number }> {
  const [row] = await owner.query<{ orphans: number; silent: number }>(
    `with s as (select id from public.contacts union all select id from public.reservations)
     select (select count(*)::integer from private.outbox o where o.ref is not null and o.ref not in (select id from s)) as orphans,
            (select count(*)::integer from s where id not in (select ref from private.outbox where ref is not null)) as silent`,
  );
  return row ?? { orphans: -1, silent: -1 };
}
