// Run by backend/tests/backend.test.ts.
import type { TestBackend } from '../support/backend';
import { numbers } from '../support/cases';
import { evidenceOf } from '../support/evidence';
import { livePage, pageSpeed } from '../support/rows';

export function describeLivePages(backend: () => TestBackend): void {
  const { query, live, empty } = evidenceOf(backend);
  const counted = () =>
    query('select remote, release, route, live::integer, served::integer from private.page_counts order by remote');
  beforeEach(empty);

  test('a page counts for its part and for the shell, and leaves no row of its own', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      expect(await live(address, {})).toMatchObject({ status: 201, body: null });
    }
    const { shell, remote, release, route } = livePage;
    expect(await counted()).toEqual([
      { remote, release, route, live: 2, served: 0 },
      { remote: 'shell', release: shell, route, live: 2, served: 0 },
    ]);
    expect(await query('select from public.live_pages')).toEqual([]);
    expect(await query("select from private.page_counts where hour <> date_trunc('hour', hour, 'UTC')")).toEqual([]);
  });
}

export function describePageSpeeds(backend: () => TestBackend): void {
  const { query, live, speed, empty } = evidenceOf(backend);
  const { shell, remote, release, route } = pageSpeed;
  const speeds = (part = remote) =>
    query('select release, route, metric, bucket, pages::integer from private.release_speeds() where remote = $1', [
      part,
    ]);
  beforeEach(empty);
  beforeEach(() => live('203.0.113.1', {}));
  afterAll(empty);

  test('a page counts for its part and for the shell, by bucket, and leaves no row of its own', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      expect(await speed(address, {})).toMatchObject({ status: 201, body: null });
    }
    await speed('192.0.2.3', { lcp: 11, inp: null, cls: null, ttfb: null, fcp: null });
    const counted = (id: string) =>
      expect.arrayContaining([
        { release: id, route, metric: 'lcp', bucket: 4, pages: 2 },
        { release: id, route, metric: 'lcp', bucket: 11, pages: 1 },
        { release: id, route, metric: 'inp', bucket: 1, pages: 2 },
        { release: id, route, metric: 'cls', bucket: 0, pages: 2 },
        { release: id, route, metric: 'ttfb', bucket: 2, pages: 2 },
        { release: id, route, metric: 'fcp', bucket: 3, pages: 2 },
      ]);
    expect(await speeds()).toEqual(counted(release));
    expect(await speeds('shell')).toEqual(counted(shell));
    expect(await query('select from private.speed_counts')).toHaveLength(12);
    expect(await query('select from public.page_speeds')).toEqual([]);
  });

  test('a page that was live a day ago counts no more', async () => {
    await query("update private.page_counts set hour = hour - interval '23 hours'");
    await speed('192.0.2.1', {});
    expect(await speeds()).toHaveLength(5);
    await query("update private.page_counts set hour = hour - interval '1 hour'");
    await speed('192.0.2.2', { lcp: 0 });
    expect(await speeds()).toHaveLength(5);
  });
}

const INVENTED = '9.9.9-invented';

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
