import type { TestBackend } from '../support/backend';
import { evidenceOf } from '../support/evidence';
import { livePage } from '../support/rows';

/** Live pages: what is accepted, and what the database keeps of it. */
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

  test.each(
    Object.entries({
      shell: ['', '1.0.0_abc', '1'.repeat(81)],
      remote: ['', 'Booking', 'shell', 'a'.repeat(41)],
      release: ['', '1.0.0 abc', '1'.repeat(81)],
      route: ['', 'booking', '/booking?email=camille@exemple.fr', '/book ing', `/${'x'.repeat(200)}`],
    }),
  )('a page with a %s of %j is refused', async (column, values) => {
    for (const value of values) {
      expect(await live('192.0.2.1', { [column]: value })).toMatchObject({
        status: 400,
        body: { code: '23514', message: expect.stringContaining(`"live_pages_${column}_ok"`) },
      });
    }
    expect(await counted()).toEqual([]);
  });

  test.each(Object.keys(livePage))('a page needs its %s', async (column) => {
    expect(await live('192.0.2.1', { [column]: null })).toMatchObject({ status: 400, body: { code: '23502' } });
  });
}
