import type { TestBackend } from '../support/backend';
import { incident } from '../support/rows';
import { runTool } from '../support/run-tool';
import { visitor } from '../support/visitor';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** `bin/incidents.ts` on a running site: kinds of failures and their rates. */
export function describeIncidentCounts(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const print = async (...hours: string[]) =>
    JSON.parse((await runTool('incidents', backend().env, '--json', ...hours)).stdout);
  const servePages = (counts: object) => query('select private.add_served_pages($1)', [JSON.stringify(counts)]);
  beforeEach(() =>
    backend().owner.script(
      'delete from public.incidents; delete from private.incident_reports; delete from private.served_pages',
    ),
  );

  test('failures are counted by release and kind with their first and last time, the latest release first', async () => {
    await query(
      `insert into public.incidents (remote, release, phase, code, route, created_at)
         values ('landing', '1.0.0-a', 'entry', 'timeout', '/', now() - interval '5 hours'),
                ('landing', '1.0.0-a', 'entry', 'timeout', '/', now() - interval '3 hours'),
                ('landing', '1.0.0-a', 'runtime', 'exception', '/', now() - interval '2 hours'),
                ('landing', '1.0.0-b', 'page', 'network', '/', now() - interval '25 hours')`,
    );
    await visitor(backend()).post('incidents', incident);
    await visitor(backend()).post('incidents', { ...incident, preview: true });
    const kind = { preview: false, count: 1, firstAt: TIME, lastAt: TIME };
    const booking = { ...kind, ...incident };
    const landing = { ...kind, remote: 'landing', release: '1.0.0-a', phase: 'entry', code: 'timeout', route: '/' };

    const { failures } = await print();
    expect(failures).toEqual([
      { ...booking, preview: true },
      booking,
      { ...landing, count: 2 },
      { ...landing, phase: 'runtime', code: 'exception' },
    ]);
    const [, , timeouts] = failures;
    expect(Math.abs(Date.now() - 5 * 3_600_000 - Date.parse(timeouts.firstAt))).toBeLessThan(60_000);
    expect(Math.abs(Date.now() - 3 * 3_600_000 - Date.parse(timeouts.lastAt))).toBeLessThan(60_000);
    expect((await print('--hours', '1')).failures).toHaveLength(2);
    expect((await print('--hours=26')).failures).toHaveLength(5);
  });

  test('failures are also counted by position, whatever the page', async () => {
    const at = { script: 'main.js', line: 1, column: 2345, thrown_in: 'shell' };
    const report = { ...incident, phase: 'runtime', code: 'exception' };
    const from = (address: string, row: object) => visitor(backend(), address).post('incidents', row);
    await from('192.0.2.1', { ...report, ...at });
    await from('192.0.2.2', { ...report, ...at, route: '/' });
    await from('192.0.2.3', { ...report, ...at, column: 7, thrown_in: null });
    await from('192.0.2.4', report);
    const { positions } = await print();
    const { route: _, ...kind } = report;
    const counted = { ...kind, preview: false, firstAt: TIME, lastAt: TIME };
    const none = { script: null, line: null, column: null, thrownIn: null };
    expect(positions).toHaveLength(3);
    expect(positions[0]).toEqual({
      ...counted,
      ...{ count: 2, script: 'main.js', line: 1, column: 2345, thrownIn: 'shell' },
    });
    expect(positions).toContainEqual({ ...counted, ...none, count: 1 });
    expect(positions).toContainEqual({ ...counted, ...none, script: 'main.js', line: 1, column: 7, count: 1 });
  });

  test('a report of an unknown release keeps no position', async () => {
    await query('select private.set_known_releases($1)', ['{"landing": ["1.0.0-a"]}']);
    const at = { script: 'camille.js', line: 6, column: 123_456, thrown_in: 'camille' };
    await visitor(backend()).post('incidents', { ...incident, ...at });
    await query('delete from private.known_releases');
    const { positions } = await print();
    expect(positions).toMatchObject([
      { remote: 'other', release: 'other', script: null, line: null, column: null, thrownIn: null },
    ]);
  });

  test('the twenty most frequent failures of a release are listed', async () => {
    await query(
      `insert into public.incidents (remote, release, phase, code, route)
         select 'landing', '1.0.0-a', 'render', 'exception', '/page-' || page
         from generate_series(1, 30) as page, generate_series(1, page)`,
    );
    const { failures } = await print();
    expect(failures.map(({ count }: { count: number }) => count)).toEqual(
      Array.from({ length: 20 }, (_, at) => 30 - at),
    );
  });

  test('rates compare failures and pages of a day and of thirty days, without previews', async () => {
    const { remote, release } = incident;
    await servePages({ [remote]: { [release]: 40 }, shell: { 's-1': 40 } });
    await query(
      `insert into private.served_pages values (date_trunc('hour', now()) - interval '3 days', $1, $2, 100),
         (date_trunc('hour', now()) - interval '3 days', $1, '0.9.0-before', 200)`,
      [remote, release],
    );
    for (const address of ['192.0.2.1', '192.0.2.2']) await visitor(backend(), address).post('incidents', incident);
    await visitor(backend()).post('incidents', { ...incident, preview: true });
    expect((await print()).rates).toEqual([
      { remote, release: '0.9.0-before', day: { failures: 0, pages: 0 }, kept: { failures: 0, pages: 200 } },
      { remote, release, day: { failures: 2, pages: 40 }, kept: { failures: 2, pages: 140 } },
      { remote: 'shell', release: 's-1', day: { failures: 0, pages: 40 }, kept: { failures: 0, pages: 40 } },
    ]);
  });

  test('pages of several servers in one hour are added up, and removed together with incidents', async () => {
    await query(`insert into private.served_pages values (now() - interval '31 days', 'booking', '1', 5)`);
    await Promise.all([1, 2, 3].map(() => servePages({ booking: { '1': 2, '2': 1 }, shell: { s: 3 } })));
    await query('select private.clean_up()');
    expect(await query('select remote, release, pages::integer from private.served_pages order by 1, 2')).toEqual([
      { remote: 'booking', release: '1', pages: 6 },
      { remote: 'booking', release: '2', pages: 3 },
      { remote: 'shell', release: 's', pages: 9 },
    ]);
    expect(await query('select from private.served_pages where hour > now()')).toEqual([]);
    expect(await query("select from private.served_pages where hour = date_trunc('hour', now(), 'UTC')")).toHaveLength(
      3,
    );
  });
}
