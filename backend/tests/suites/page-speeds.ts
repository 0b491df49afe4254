import type { TestBackend } from '../support/backend';
import { evidenceOf } from '../support/evidence';
import { pageSpeed } from '../support/rows';

/** The speed of pages: what is accepted, and what the database keeps of it. */
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

  test.each(
    Object.entries({
      shell: ['', 'é'],
      remote: ['Booking', 'shell'],
      release: ['', '1.0.0 abc'],
      route: ['booking', '/booking?email=camille@exemple.fr', `/${'x'.repeat(200)}`],
      lcp: [-1, 12],
      inp: [-1, 12],
      cls: [-1, 12],
      ttfb: [-1, 12],
      fcp: [-1, 12],
    }),
  )('a speed with a %s of %j is refused', async (column, values) => {
    for (const value of values) {
      expect(await speed('192.0.2.1', { [column]: value })).toMatchObject({
        status: 400,
        body: { code: '23514', message: expect.stringContaining(`"page_speeds_${column}_ok"`) },
      });
    }
    expect(await speeds()).toEqual([]);
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
