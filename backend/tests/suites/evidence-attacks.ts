import type { TestBackend } from '../support/backend';
import { type CountedAttack, testCountedAttacks } from '../support/counted-attacks';
import { evidenceOf } from '../support/evidence';
import { numbers } from '../support/times';

/** Published but never active. */
const NEXT = '1.1.0-next';

/** Forged live pages and failures; each is shown to count more without its defence. */
export function describeEvidenceAttacks(backend: () => TestBackend): void {
  const { query, live, fail, counts, giveNames, forgetReports, empty } = evidenceOf(backend);
  const set = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  const rowCount = async () => (await query('select from private.page_counts')).length;
  const liveOf = async (release: string) => {
    const text = 'select coalesce(sum(live), 0)::integer as live from private.page_counts where release = $1';
    return (await query<{ live: number }>(text, [release]))[0]?.live;
  };
  const flood = (address: string, count: number) =>
    live(
      address,
      numbers(count).map(() => ({})),
    );
  /** Each address sends as many as count. */
  const fromMany = async (addresses: number, words: (at: number) => object) => {
    for (const each of numbers(addresses)) {
      await live(
        `198.51.100.${each}`,
        numbers(20).map((at) => words(20 * each + at)),
      );
    }
  };
  const failAt = async (addresses: readonly string[], words: object = {}) => {
    for (const address of addresses) {
      await fail(address, words);
      await query("update private.incident_reports set created_at = created_at - interval '1 day'");
    }
  };
  const ninety = (network: (each: number) => string) => async () => {
    for (const each of numbers(9)) await flood(network(each), 10);
  };
  beforeEach(empty);
  beforeEach(() => giveNames([NEXT]));
  afterAll(empty);

  const attacks: readonly CountedAttack[] = [
    {
      name: 'a captured report of a live page, sent again a thousand times',
      send: async () => {
        for (const _ of numbers(5)) await flood('198.51.100.1', 200);
      },
      measure: async () => (await counts())?.live,
      allowed: 20,
      disarm: () => set('live_per_address', 100_000),
      undefended: 1000,
    },
    {
      name: 'the same in parallel requests',
      send: () => Promise.all(numbers(5).map(() => flood('198.51.100.1', 50))),
      measure: async () => (await counts())?.live,
      allowed: 20,
      disarm: () => set('live_per_address', 100_000),
      undefended: 250,
    },
    {
      name: 'live pages of many addresses of one IPv6 network',
      send: ninety((each) => `2001:db8:0:1::${each}`),
      measure: async () => (await counts())?.live,
      allowed: 20,
      instead: ninety((each) => `2001:db8:0:${each}::1`),
      undefended: 90,
    },
    {
      name: 'live pages of many networks, above the total of an hour',
      arm: () => set('live_total_per_hour', 30),
      send: () => fromMany(3, () => ({})),
      measure: async () => (await counts())?.live,
      allowed: 30,
      disarm: () => set('live_total_per_hour', 100_000),
      undefended: 60,
    },
    {
      name: 'live pages of a release that the site does not have',
      send: () => live('198.51.100.1', { release: '9.9.9-invented' }),
      measure: () => liveOf('9.9.9-invented'),
      allowed: 0,
      disarm: () => query('delete from private.known_releases'),
      undefended: 1,
    },
    {
      name: 'live pages of a release that was never active',
      send: () => live('198.51.100.1', { release: NEXT }),
      measure: () => liveOf(NEXT),
      allowed: 0,
      disarm: () => query('update private.known_releases set was_active = true'),
      undefended: 1,
    },
    {
      name: 'live pages of eighty invented routes, which would fill the table',
      send: () => fromMany(4, (at) => ({ route: `/${at}` })),
      measure: rowCount,
      // For the part and for the shell, each with one row for the rest.
      allowed: 2 * (50 + 1),
      disarm: () => set('live_routes_per_hour', 1000),
      undefended: 2 * 80,
    },
    {
      name: 'live pages of eighty invented releases where nobody gives the names',
      arm: async () => {
        await query('delete from private.known_releases');
        await set('live_names_per_hour', 30);
      },
      send: () => fromMany(4, (at) => ({ release: `${at}` })),
      measure: rowCount,
      allowed: 30 + 1,
      disarm: () => set('live_names_per_hour', 500),
      undefended: 80 + 1,
    },
    {
      name: 'failures of one network on four days',
      send: () => failAt(['198.51.100.1', '198.51.100.1', '198.51.100.1', '198.51.100.1']),
      measure: async () => (await counts())?.reporters,
      allowed: 1,
      instead: () => failAt(['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']),
      undefended: 4,
    },
    {
      name: 'failures of nine networks that a retry mended',
      send: () =>
        failAt(
          numbers(9).map((each) => `198.51.100.${each}`),
          { mended: 'retry' },
        ),
      measure: async () => (await counts())?.reporters,
      allowed: 0,
      instead: () =>
        failAt(
          numbers(9).map((each) => `198.51.100.${each}`),
          { mended: 'previous' },
        ),
      undefended: 9,
    },
    {
      name: 'failures of nine networks that name the shell’s start',
      send: () =>
        failAt(
          numbers(9).map((each) => `198.51.100.${each}`),
          { phase: 'shell' },
        ),
      measure: async () => (await counts())?.reporters,
      allowed: 0,
      instead: () => failAt(numbers(9).map((each) => `198.51.100.${each}`)),
      undefended: 9,
    },
  ];

  testCountedAttacks(attacks, forgetReports);

  test('a known release keeps its own count in a flood of invented routes', async () => {
    await fromMany(4, (at) => ({ route: `/${at}` }));
    await live('192.0.2.1', {});
    expect((await counts())?.live).toBe(81);
  });

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }, {}, 403],
    ['a page without an origin', { origin: 'null' }, {}, 403],
    ['nested values', {}, { route: ['/'] }, 400],
    ['a column of its own', {}, { live: 1000 }, 400],
    ['a huge body', {}, { route: `/${'x'.repeat(70_000)}` }, 413],
  ])('a report of %s is refused and counts nothing', async (_, headers, words, status) => {
    expect(await live('198.51.100.1', words, headers)).toMatchObject({ status });
    expect(await rowCount()).toBe(0);
  });
}
