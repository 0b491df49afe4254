import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { integrityOf } from '../src/integrity';
import { composeInProcess } from '../src/preview/preview-process';
import { openSiteStore } from '../src/store/open-site-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '../src/testing/tiny-site';

// For busy machines.
jest.setTimeout(60_000);

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'preview-'));
  const store = openSiteStore(dataDir);
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  const faulty = (id: string, source: string) => {
    const code = Buffer.from(source);
    const artifact = tinyRemote('booking', id, { nodeFiles: { 'booking-page.js': integrityOf(code) } });
    return { ...artifact, node: new Map([['booking-page.js', code]]) };
  };
  await addAll(store, [
    tinyRemote('booking', '1.0.0-b'),
    faulty('1.0.0-loops', 'for (;;);'),
    faulty('1.0.0-exits', 'process.exit(0);'),
    faulty('1.0.0-throws', 'throw new Error("broken");'),
    faulty('1.0.0-swells', 'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));'),
  ]);
});

afterAll(() => rmSync(dataDir, { recursive: true }));

const compose = (id: string, deadline?: number) =>
  composeInProcess(dataDir, { chosen: [{ name: 'booking', id }], path: '/booking' }, deadline);

test('a page is composed in a process of its own', async () => {
  expect(await compose('1.0.0-b')).toMatchObject({ status: 200, html: expect.stringContaining('booking 1.0.0-b') });
});

test('a release that throws is reported by its message', async () => {
  await expect(compose('1.0.0-throws')).rejects.toThrow('broken');
});

test.each(['1.0.0-exits', '1.0.0-swells'])('%s ends its own process only', async (id) => {
  await expect(compose(id)).rejects.toThrow('it did not end within 15 s, or crashed');
});

test('a release that loops is ended at the deadline', async () => {
  await expect(compose('1.0.0-loops', 3000)).rejects.toThrow('it did not end within 3 s, or crashed');
});

test('a machine that cannot start a process fails the preview, and the site goes on', async () => {
  const program = `
    process.execPath = '/nowhere/node';
    const { composeInProcess } = await import(${JSON.stringify(join(__dirname, '../src/preview/preview-process.ts'))});
    const request = { chosen: [{ name: 'booking', id: '1.0.0-b' }], path: '/booking' };
    for (const time of [1, 2]) await composeInProcess(process.argv[1], request).catch(({ code }) => console.log(time, code));
    setTimeout(() => console.log('still running'), 100);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program, dataDir],
    { cwd: __dirname },
  );
  expect(stdout.trim().split('\n')).toEqual(['1 ENOENT', '2 ENOENT', 'still running']);
});
