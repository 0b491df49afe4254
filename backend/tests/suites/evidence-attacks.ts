import type { TestBackend } from '../support/backend';
import { evidenceOf } from '../support/evidence';
import { numbers } from '../support/times';

/** Published but never active. */
const NEXT = '1.1.0-next';

interface Attack {
  /** Completes "…, count no more than the design allows". */
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly measure: () => Promise<number | undefined>;
  /** What the design allows, or the limit that the attack sets. */
  readonly allowed: number;
}

/** Forged live pages and failures. */
export function describeEvidenceAttacks(backend: () => TestBackend): void {
  const { query, live, fail, read, counts, giveNames, empty } = evidenceOf(backend);
  const set = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  const liveCount = async () => (await counts())?.live;
  const rowCount = async () => (await query('select from private.page_counts')).length;
  const liveOf = async (release: string) => {
    const text = 'select coalesce(sum(live), 0)::integer as live from private.page_counts where release = $1';
    return (await query<{ live: number }>(text, [release]))[0]?.live;
  };
  const flood = (address: string, count: number, words: (at: number) => object = () => ({})) =>
    live(
      address,
      numbers(count).map((at) => words(at)),
    );
  /** Each address sends as many as count. */
  const fromMany = async (addresses: number, words: (at: number) => object) => {
    for (const each of numbers(addresses)) await flood(`198.51.${each}.1`, 20, (at) => words(20 * each + at));
  };
  beforeEach(empty);
  beforeEach(() => giveNames([NEXT]));
  afterAll(empty);

  const attacks: readonly Attack[] = [
    {
      name: 'captured reports of a live page, sent again in parallel requests',
      run: () => Promise.all(numbers(5).map(() => flood('198.51.100.1', 10))),
      measure: liveCount,
      allowed: 20,
    },
    {
      name: 'live pages of many networks, above the total of an hour',
      run: async () => {
        await set('live_total_per_hour', 30);
        await fromMany(3, () => ({}));
      },
      measure: liveCount,
      allowed: 30,
    },
    {
      name: 'live pages of a release that was never active',
      run: () => live('198.51.100.1', { release: NEXT }),
      measure: () => liveOf(NEXT),
      allowed: 0,
    },
    {
      name: 'live pages of invented releases where nobody gives the names, which would fill the table',
      run: async () => {
        await query('delete from private.known_releases');
        await set('live_names_per_hour', 30);
        await fromMany(2, (at) => ({ release: `${at}` }));
      },
      measure: rowCount,
      // With one row for the rest.
      allowed: 30 + 1,
    },
    {
      name: 'live pages of one network around a full hour',
      run: async () => {
        await flood('198.51.100.1', 20);
        await query("update private.live_reports set since = since - interval '50 minutes'");
        await flood('198.51.100.2', 20);
      },
      measure: liveCount,
      allowed: 20,
    },
    {
      name: 'failures of a /48, each from an address and a release of its own',
      run: async () => {
        await query('delete from private.known_releases');
        for (const each of numbers(60)) await fail(`2001:db8:1:${each}::1`, { release: `1.0.0-${each}` });
      },
      measure: async () => (await query('select from public.incidents')).length,
      allowed: 20,
    },
  ];

  test.each(attacks)('$name, count no more than the design allows', async ({ run, measure, allowed }) => {
    await run();
    expect(await measure()).toBe(allowed);
  });

  test('previews, mended retries and unknown releases crowd no failure out, and what is dropped is told', async () => {
    await set('incidents_total_per_hour', 3);
    for (const words of [{ preview: true }, { mended: 'retry' }, { release: 'invented' }]) {
      for (const each of numbers(5)) await fail(`198.51.${each}.1`, words);
    }
    for (const each of numbers(5)) await fail(`203.0.${each}.1`, {});
    expect(await counts()).toMatchObject({ failed: 3 });
    expect((await read(new Date().toISOString()))?.dropped).toBe(2);
  });

  test('a flood of invented routes fills no table, and a known release keeps its own count', async () => {
    await fromMany(4, (at) => ({ route: `/${at}` }));
    // For the part and for the shell, each with one row for the rest.
    expect(await rowCount()).toBe(2 * (50 + 1));
    await live('192.0.2.1', {});
    expect(await liveCount()).toBe(81);
  });
}
