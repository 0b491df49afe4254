import type { TestBackend } from '../support/backend';
import { evidenceOf } from '../support/evidence';
import { pageSpeed } from '../support/rows';
import { numbers } from '../support/times';

const INVENTED = '9.9.9-invented';

/** Forged speeds. */
export function describeSpeedAttacks(backend: () => TestBackend): void {
  const { query, live, speed, giveNames, empty } = evidenceOf(backend);
  const { remote, release } = pageSpeed;
  /** Pages whose LCP is counted for a release. */
  const countOf = async (id = release) => {
    const text = `select coalesce(sum(pages), 0)::integer as pages from private.speed_counts
      where metric = 'lcp' and release = $1`;
    return (await query<{ pages: number }>(text, [id]))[0]?.pages;
  };
  const rowsOf = async (part = remote) =>
    (await query('select from private.speed_counts where remote = $1', [part])).length;
  const flood = (address: string, count: number, words: (at: number) => object = () => ({})) =>
    speed(
      address,
      numbers(count).map((at) => words(at)),
    );
  beforeEach(empty);
  beforeEach(() => giveNames());
  beforeEach(() => live('203.0.113.1', {}));
  afterAll(empty);

  test('a captured report, sent again in parallel requests and in the next hour, counts twenty times', async () => {
    await Promise.all(numbers(5).map(() => flood('198.51.100.1', 10)));
    expect(await countOf()).toBe(20);
    await query("update private.speed_reports set hour = hour - interval '1 hour'");
    await flood('198.51.100.1', 20);
    expect(await countOf()).toBe(20);
  });

  test('speeds of many networks count up to the total of an hour', async () => {
    await query('update private.settings set speeds_total_per_hour = 30');
    for (const each of numbers(4)) await flood(`198.51.${each}.1`, 10);
    expect(await countOf()).toBe(30);
  });

  test('speeds of a release that the site does not have count nothing, also with live pages of it', async () => {
    await live('198.51.100.1', { release: INVENTED });
    await speed('198.51.100.1', { release: INVENTED });
    expect(await countOf(INVENTED)).toBe(0);
  });

  test('speeds of invented routes count nothing, and take nothing from the count of their address', async () => {
    await flood('198.51.100.1', 30, (at) => ({ route: `/${at}` }));
    expect(await rowsOf()).toBe(0);
    await flood('198.51.100.1', 1);
    expect(await countOf()).toBe(1);
  });

  test('speeds of a route on which another part is live count nothing', async () => {
    await speed('198.51.100.1', { remote: 'contact' });
    expect(await rowsOf('contact')).toBe(0);
  });
}
