import type { TestBackend } from '../support/backend';
import { type CountedAttack, testCountedAttacks } from '../support/counted-attacks';
import { evidenceOf } from '../support/evidence';
import { pageSpeed } from '../support/rows';
import { numbers } from '../support/times';

const INVENTED = '9.9.9-invented';

/** Forged speeds; each is shown to count more without its defence. */
export function describeSpeedAttacks(backend: () => TestBackend): void {
  const { query, live, speed, giveNames, empty } = evidenceOf(backend);
  const { remote, release } = pageSpeed;
  const set = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  /** Pages whose LCP is counted for a release. */
  const countOf =
    (id = release) =>
    async () => {
      const text = `select coalesce(sum(pages), 0)::integer as pages from private.speed_counts
        where metric = 'lcp' and release = $1`;
      return (await query<{ pages: number }>(text, [id]))[0]?.pages;
    };
  const rowCount = async () => (await query('select from private.speed_counts where remote = $1', [remote])).length;
  const forget = () => query('with report as (delete from private.speed_reports) delete from private.speed_counts');
  const flood = (address: string, count: number, words: (at: number) => object = () => ({})) =>
    speed(
      address,
      numbers(count).map((at) => words(at)),
    );
  const ninety = (network: (each: number) => string) => async () => {
    for (const each of numbers(9)) await flood(network(each), 10);
  };
  const hourly = (hours: number) => async () => {
    for (const _ of numbers(hours)) {
      await flood('198.51.100.1', 20);
      // In two steps: the rows of one hour must not meet those of the hour before.
      await query("update private.speed_reports set hour = hour - interval '10001 hours'");
      await query("update private.speed_reports set hour = hour + interval '10000 hours'");
    }
  };
  beforeEach(empty);
  beforeEach(() => giveNames());
  beforeEach(() => live('203.0.113.1', {}));
  afterAll(empty);

  const attacks: readonly CountedAttack[] = [
    {
      name: 'a captured report, sent again a thousand times',
      send: async () => {
        for (const _ of numbers(5)) await flood('198.51.100.1', 200);
      },
      measure: countOf(),
      allowed: 20,
      disarm: () => set('speeds_per_address', 100_000),
      undefended: 1000,
    },
    {
      name: 'the same in parallel requests',
      send: () => Promise.all(numbers(5).map(() => flood('198.51.100.1', 50))),
      measure: countOf(),
      allowed: 20,
      disarm: () => set('speeds_per_address', 100_000),
      undefended: 250,
    },
    {
      name: 'the same in each of four hours',
      send: hourly(4),
      measure: countOf(),
      allowed: 20,
      disarm: () => set('speeds_per_address', 100_000),
      undefended: 80,
    },
    {
      name: 'speeds of many addresses of one IPv6 network',
      send: ninety((each) => `2001:db8:0:1::${each}`),
      measure: countOf(),
      allowed: 20,
      instead: ninety((each) => `2001:db8:0:${each}::1`),
      undefended: 90,
    },
    {
      name: 'speeds of many networks, above the total of an hour',
      arm: () => set('speeds_total_per_hour', 30),
      send: ninety((each) => `198.51.100.${each}`),
      measure: countOf(),
      allowed: 30,
      disarm: () => set('speeds_total_per_hour', 5000),
      undefended: 90,
    },
    {
      name: 'speeds of a release that the site does not have, with live pages of it',
      send: async () => {
        await live('198.51.100.1', { release: INVENTED });
        await speed('198.51.100.1', { release: INVENTED });
      },
      measure: countOf(INVENTED),
      allowed: 0,
      disarm: () => query('delete from private.known_releases'),
      undefended: 1,
    },
    {
      name: 'speeds of invented routes, which would fill the table',
      send: () => flood('198.51.100.1', 10, (at) => ({ route: `/${at}` })),
      measure: rowCount,
      allowed: 0,
      instead: async () => {
        await live(
          '198.51.100.2',
          numbers(10).map((at) => ({ route: `/${at}` })),
        );
        await flood('198.51.100.1', 10, (at) => ({ route: `/${at}` }));
      },
      undefended: 5 * 10,
    },
    {
      name: 'speeds of a route on which another part is live',
      send: () => speed('198.51.100.1', { remote: 'contact' }),
      measure: async () => (await query("select from private.speed_counts where remote = 'contact'")).length,
      allowed: 0,
      disarm: () => query("update private.page_counts set remote = 'contact' where remote = 'booking'"),
      undefended: 5,
    },
  ];

  testCountedAttacks(attacks, forget);

  test('invented routes take nothing from the count of an address', async () => {
    await flood('198.51.100.1', 30, (at) => ({ route: `/${at}` }));
    await flood('198.51.100.1', 1);
    expect(await countOf()()).toBe(1);
  });

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }, {}, 403],
    ['a page without an origin', { origin: 'null' }, {}, 403],
    ['a bucket that does not exist', {}, { lcp: 12 }, 400],
    ['a bucket below all others', {}, { cls: -1 }, 400],
    ['a bucket that is a fraction', {}, { inp: 1.5 }, 400],
    ['a bucket that is a list', {}, { inp: [1] }, 400],
    ['a bucket beyond all numbers', {}, { ttfb: 1e30 }, 400],
    ['a column of its own', {}, { pages: 1000 }, 400],
    ['a huge body', {}, { route: `/${'x'.repeat(70_000)}` }, 413],
  ])('a report of %s is refused and counts nothing', async (_, headers, words, status) => {
    expect(await speed('198.51.100.1', words, headers)).toMatchObject({ status });
    expect(await rowCount()).toBe(0);
  });
}
