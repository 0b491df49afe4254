import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longDescribe } from '@site/backend/tests/support/long-tier';
import type { ReleaseIndex } from '@site/contract/release-index';
import { STORE } from '@site/contract/stored-files';
import { launchBrowser } from '@site/release/check/browser';
import { openSiteStore } from '@site/release-core/store/store';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { HOSTED } from './run-release';
import { endAllDev, type RunningDev, startDev } from './running-dev';
import { copyWholeWorkspace } from './workspace-copy';

jest.setTimeout(300_000);

const ADDRESS = /^http:\/\/localhost:\d+$/m;

let workspace: string;
let folder: string;
let env: Record<string, string>;
let dev: RunningDev;
let address: string;

beforeAll(async () => {
  workspace = copyWholeWorkspace();
  folder = await mkdtemp(join(tmpdir(), 'dev-'));
  env = {
    DATA_DIR: join(folder, 'data'),
    ...HOSTED,
  };
});
afterAll(async () => {
  endAllDev();
  rmSync(workspace, { recursive: true });
  await rm(folder, { recursive: true });
});

/** Listens on a port outside the range that the system assigns by itself, like the port before it. */
async function holdPort(port: number): Promise<{ readonly other: Server; readonly port: number }> {
  const other = createServer().listen(port);
  const error = await once(other, 'listening').then(
    () => null,
    (reason: NodeJS.ErrnoException) => reason,
  );
  if (!error) return { other, port };
  if (error.code !== 'EADDRINUSE') throw error;
  return holdPort(port + 10);
}

async function readIndex(): Promise<ReleaseIndex> {
  const html = await (await fetch(address)).text();
  return JSON.parse(/id="release-index">([^<]*)</.exec(html)?.[1] ?? '{}');
}

function edit(file: string, change: (text: string) => string) {
  const path = join(workspace, file);
  const text = readFileSync(path, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(path, change(text));
}

const filesOf = (path: string) =>
  existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()) : [];

longDescribe('pnpm dev with an empty store', () => {
  beforeAll(async () => {
    dev = startDev(workspace, env, 'booking');
    expect((await dev.printed(/^Building (.*), once…$/m))[1]).toBe('contact, landing, legal, owner');
    [address] = await dev.printed(ADDRESS);
  });

  test('serves the chosen package hot and the others as built, and leaves the store of the site empty', async () => {
    const { booking, contact, legal } = (await readIndex()).remotes;
    expect(booking).toMatchObject({ id: 'dev', integrity: '' });
    const rules = await fetch(`${address}/speculation-rules.json`);
    expect([rules.headers.get('content-type'), await rules.json()]).toEqual(['application/speculationrules+json', {}]);
    expect((await fetch(booking?.entry ?? '')).status).toBe(200);
    for (const built of [contact, legal]) {
      expect(built?.integrity).toMatch(/^sha384-/);
      expect((await fetch(address + built?.entry)).status).toBe(200);
    }
    const stored = filesOf(join(env.DATA_DIR ?? '', 'store')).map(({ name }) => name);
    expect(stored).toEqual([STORE.reserve]);
  });

  test('prints a type error of a hot package with its file, until it is corrected', async () => {
    const page = 'remote-booking/src/content/page.ts';
    edit(page, (text) => `${text}export const wrong: number = 'un';\n`);
    const [report] = await dev.printed(/ERROR in (.*)\s+TS2322: Type 'string' is not assignable to type 'number'/);
    expect(report).toContain(join(workspace, page));
    await dev.printed(/found 1 error/);
    edit(page, (text) => text.replace(/export const wrong.*\n/, ''));
    await dev.printed(/no errors found/);
  });

  test('shows a page again once the error that it threw on render is corrected', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${address}/booking`);
      const title = page.getByRole('heading', { level: 1 });
      await title.waitFor();
      const file = 'remote-booking/src/help-block.tsx';
      const start = 'export function HelpBlock';
      const thrown = `const wrong = (): never => {\n  throw new Error('not yet');\n};\n`;
      edit(file, (text) => text.replace('return (', 'wrong();\n  return (').replace(start, thrown + start));
      await page.getByRole('button', { name: 'Réessayer' }).waitFor();
      edit(file, (text) => text.replace('wrong();\n  ', '').replace(thrown, ''));
      await page.getByRole('button', { name: 'Choisir des dates' }).waitFor();
    } finally {
      await browser.close();
    }
  });

  test('refuses a second start on the same ports with the pid of the first, and changes nothing', async () => {
    const { code, stderr } = await startDev(workspace, { ...env, PORT: new URL(address).port }, 'booking').ended;
    expect([code, stderr]).toEqual([
      1,
      `Port ${new URL(address).port} is in use by this site's own "pnpm dev" (pid ${dev.process.pid}): stop it, or choose another port and data folder with PORT=… and DATA_DIR=….\n`,
    ]);
    expect((await fetch(address)).status).toBe(200);
  });

  test('ends its hot servers, even when it is killed', async () => {
    const port = Number(new URL((await readIndex()).remotes.booking?.entry ?? '').port);
    const connection = connect(port, 'localhost');
    await once(connection, 'connect');
    connection.resume();
    dev.process.kill('SIGKILL');
    await once(connection, 'close');
    await expect(fetch(`http://localhost:${port}`)).rejects.toThrow();
  });

  test('builds only the changed packages at the next start, and ends on Ctrl-C with exit code 0', async () => {
    edit('remote-contact/src/content/page.ts', (text) => `${text}// Changed.\n`);
    dev = startDev(workspace, env, 'booking');
    expect((await dev.printed(/^Building (.*), once…$/m))[1]).toBe('contact');
    [address] = await dev.printed(ADDRESS);
    expect(Object.keys((await readIndex()).remotes).sort()).toEqual(['booking', 'contact', 'landing', 'legal']);
    dev.process.kill('SIGINT');
    expect((await dev.ended).code).toBe(0);
  });
});

test('active releases are served unchanged, and the store does not change', async () => {
  const store = openSiteStore(env.DATA_DIR ?? '');
  await openTinySite(store, [tinyShell(), tinyRemote('contact'), tinyRemote('legal'), tinyRemote('landing')]);
  // Every program that opens a store reserves space in it for a full disk.
  const stored = () => filesOf(join(env.DATA_DIR ?? '', 'store')).filter(({ name }) => name !== STORE.reserve);
  const before = stored().length;
  dev = startDev(workspace, env, 'booking');
  const [, served = ''] = await dev.printed(/^From the active releases: (.*)\.$/m);
  expect(served.split(', ').sort()).toEqual(['contact@1.0.0-a', 'landing@1.0.0-a', 'legal@1.0.0-a']);
  [address] = await dev.printed(ADDRESS);
  expect((await readIndex()).remotes.contact?.id).toBe('1.0.0-a');
  dev.process.kill('SIGTERM');
  expect((await dev.ended).code).toBe(0);
  expect(stored()).toHaveLength(before);
});

test('a hot package’s port that another program uses is refused before anything starts', async () => {
  const { other, port } = await holdPort(20_000 + (process.pid % 1000) * 10);
  const untouched = join(folder, 'untouched');
  const { code, stderr } = await startDev(workspace, { ...env, DATA_DIR: untouched, PORT: String(port - 1) }).ended;
  other.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^Port ${port} is in use by node .*\\(pid ${process.pid}\\): stop it, or .*\\n$`));
  expect(existsSync(untouched)).toBe(false);
});

test('a port with too few ports after it is refused in one sentence', async () => {
  const { code, stderr } = await startDev(workspace, { ...env, PORT: '65534' }).ended;
  expect([code, stderr]).toEqual([
    1,
    'PORT is 65534: set it to 65529 at most, the hot packages take the next ports.\n',
  ]);
});
