import type { TestBackend } from '../support/engines';
import { incident } from '../support/rows';
import { runTool } from '../support/run-tool';
import { visitor } from '../support/visitor';

/** `bin/incidents.ts` on a running site, and on a database without incidents' migration. */
export function describeIncidentCounts(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const print = async (...hours: string[]) =>
    JSON.parse((await runTool('incidents', backend().env, '--json', ...hours)).stdout).incidents;

  test('incidents are counted for each remote and release, the latest first', async () => {
    await query('delete from public.incidents');
    await query(
      `insert into public.incidents (remote, release, phase, code, route, created_at)
         values ('landing', '1.0.0-a', 'entry', 'timeout', '/', now() - interval '3 hours'),
                ('landing', '1.0.0-b', 'page', 'network', '/', now() - interval '25 hours')`,
    );
    for (const code of ['timeout', 'network']) await visitor(backend()).post('incidents', { ...incident, code });
    const { remote, release } = incident;
    const booking = { remote, release, count: 2, lastAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) };
    const landing = (name: string) => ({ ...booking, remote: 'landing', release: `1.0.0-${name}`, count: 1 });

    const day = await print();
    expect(day).toEqual([booking, landing('a')]);
    expect(Math.abs(Date.now() - Date.parse(day[0].lastAt))).toBeLessThan(60_000);
    expect(Math.abs(Date.now() - 3 * 3_600_000 - Date.parse(day[1].lastAt))).toBeLessThan(60_000);
    expect(await print('--hours', '2')).toEqual([booking]);
    expect(await print('--hours=26')).toEqual([booking, landing('a'), landing('b')]);
  });
}
