import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { ReleaseIndex } from '@site/contract/release-index';
import { STORE } from '@site/contract/stored-files';
import { openSiteStore } from '@site/release-core/store/store';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HOSTED } from './run-release';
import { endAllDev, startDev } from './running-dev';
import { copyWholeWorkspace } from './workspace-copy';

jest.setTimeout(300_000);

let workspace: string;
let folder: string;
let env: Record<string, string>;

beforeAll(() => {
  folder = temporaryFolder();
  workspace = copyWholeWorkspace(join(folder, 'workspace'));
  env = { DATA_DIR: join(folder, 'data'), ...HOSTED };
});
afterAll(endAllDev);

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

const filesOf = (path: string) =>
  existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()) : [];

test('active releases are served beside hot ones, the store does not change, and the hot servers end even by a kill', async () => {
  const store = openSiteStore(env.DATA_DIR ?? '');
  await openTinySite(store, [tinyShell(), tinyRemote('contact'), tinyRemote('legal'), tinyRemote('landing')]);
  // Every program that opens a store reserves space in it for a full disk.
  const stored = () => filesOf(join(env.DATA_DIR ?? '', 'store')).filter(({ name }) => name !== STORE.reserve);
  const before = stored().length;
  const dev = startDev(workspace, env, 'booking');
  const [, served = ''] = await dev.printed(/^From the active releases: (.*)\.$/m);
  expect(served.split(', ').sort()).toEqual(['contact@1.0.0-a', 'landing@1.0.0-a', 'legal@1.0.0-a']);
  const [address] = await dev.printed(/^http:\/\/localhost:\d+$/m);
  const html = await (await fetch(address)).text();
  const { remotes } = JSON.parse(/id="release-index">([^<]*)</.exec(html)?.[1] ?? '{}') as ReleaseIndex;
  expect([remotes.contact?.id, remotes.booking?.id]).toEqual(['1.0.0-a', 'dev']);

  const { hostname, port } = new URL(remotes.booking?.entry ?? '');
  const connection = connect(Number(port), hostname);
  await once(connection, 'connect');
  connection.resume();
  dev.process.kill('SIGKILL');
  await once(connection, 'close');
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
