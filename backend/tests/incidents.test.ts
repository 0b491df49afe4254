import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { incident, livePage } from './support/rows';
import { runTool } from './support/run-tool';
import { startSite } from './support/running-site';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(60_000);

test('reading the incidents of a site that was never started prints none and creates nothing', async () => {
  const folder = join(temporaryFolder(), 'none');
  expect(await runTool('incidents', { DATA_DIR: folder, DATABASE_URL: '' }, '--json')).toEqual({
    code: 0,
    stdout: `${JSON.stringify({ failures: [], positions: [], rates: [], reporters: 0, requests: [] }, null, 2)}\n`,
    stderr: '',
  });
  expect(await runTool('incidents', { DATA_DIR: folder, DATABASE_URL: '' }, '--json', '--speeds')).toMatchObject({
    stdout: `${JSON.stringify({ speeds: [] }, null, 2)}\n`,
  });
  expect(existsSync(folder)).toBe(false);
});

test('a database that cannot be reached is reported as an error, not as one without incidents', async () => {
  const env = { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/site' };
  const { code, stdout, stderr } = await runTool('incidents', env, '--json');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^DATABASE_URL cannot be used \(127\.0\.0\.1:1: .*\n$/);
  expect(stderr).not.toContain('secret');
});

test.each([
  ...[
    '--hours 24',
    '--json --hours 0',
    '--json --hours 721',
    '--json --hours 1.5',
    '--json --days 2',
    '--json booking',
  ],
])('the command with the arguments "%s" prints its usage', async (line) => {
  expect(await runTool('incidents', { DATABASE_URL: '' }, ...line.split(' ').filter(Boolean))).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Usage: npx tsx backend/bin/incidents.ts --json [--hours 24] [--releases booking@<id>,…], with 1 to 720 hours, or --json --speeds\n',
  });
});

test('reported incidents can be read after the site has stopped', async () => {
  const folder = temporaryFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: '' };
  const site = await startSite(env);
  await visitor(site).post('incidents', incident);
  await visitor(site).post('live_pages', livePage);
  await visitor(site).post('page_speeds', { ...livePage, lcp: 4 });
  expect(await site.stop()).toMatchObject({ code: 0 });
  const { stdout } = await runTool('incidents', env, '--json', '--hours', '720');
  expect(JSON.parse(stdout)).toMatchObject({
    failures: [{ ...incident, preview: false, count: 1 }],
    rates: [
      { remote: 'booking', release: incident.release, day: { failures: 1, pages: 0 } },
      { remote: 'shell', release: livePage.shell, day: { failures: 0, live: 1 } },
    ],
    reporters: 1,
  });
  const { stdout: speeds } = await runTool('incidents', env, '--json', '--speeds');
  const { shell, ...ofPart } = livePage;
  const counted = { metric: 'lcp', bucket: 4, pages: 1 };
  expect(JSON.parse(speeds)).toEqual({
    speeds: [
      { ...ofPart, ...counted },
      { ...ofPart, remote: 'shell', release: shell, ...counted },
    ],
  });
  expect(existsSync(`${folder}/database.lock`)).toBe(false);
});
