import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { ReleaseIndex } from '@site/contract/release-index';
import { STORE } from '@site/contract/stored-files';
import { openSiteStore } from '@site/release-core/store/store';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { freePort } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { endAllDev, HOSTED, startDev } from './running-site';
import { copyWholeWorkspace } from './workspace-copy';

let workspace: string;
let folder: string;
let env: Record<string, string>;

beforeAll(() => {
  folder = temporaryFolder();
  workspace = copyWholeWorkspace(join(folder, 'workspace'));
  env = { DATA_DIR: join(folder, 'data'), ...HOSTED };
});
afterAll(endAllDev);

/** Addresses of one link only are left out: they need its name. */
const addressesOfMachine = () =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all.flatMap((one) => (one.family === 'IPv6' && one.scopeid > 0 ? [] : [one.address])),
  );

/** Resolves with the status, or with the reason why no server answers. */
const askFor = (url: string, options: RequestOptions = {}) =>
  new Promise<number | string | undefined>((resolve) => {
    const asked = request(url, { agent: false, ...options }, (answer) => resolve(answer.resume().statusCode));
    asked.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asked.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code)).end();
  });

const filesOf = (path: string) =>
  existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()) : [];

async function expectOwnRequestsOnly(site: string, url: string) {
  for (const hostname of addressesOfMachine()) {
    const outcome = ['127.0.0.1', '::1'].includes(hostname) ? 200 : 'ECONNREFUSED';
    expect([url, hostname, await askFor(url, { hostname })]).toEqual([url, hostname, outcome]);
  }
  expect(await askFor(url, { headers: { origin: site } })).toBe(200);
  expect(await askFor(url, { headers: { origin: `http://localhost:${await freePort()}` } })).toBe(403);
  expect(await askFor(url, { headers: { host: 'evil.example' } })).toBe(403);
}

test('active releases are served beside hot ones, to own pages of this machine only; the store does not change, and the hot servers end even by a kill', async () => {
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

  const { hostname, port, origin } = new URL(remotes.booking?.entry ?? '');
  await expectOwnRequestsOnly(address, `${address}/booking`);
  await expectOwnRequestsOnly(address, remotes.booking?.entry ?? '');
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const socket = { ...upgrade, 'sec-websocket-key': randomBytes(16).toString('base64') };
  expect(await askFor(`${origin}/ws`, { headers: { ...socket, origin: address } })).toBe(101);
  expect(await askFor(`${origin}/ws`, { headers: { ...socket, origin: 'https://evil.example' } })).toBe(401);
  // It would open an editor.
  expect(await askFor(`${origin}/rspack-dev-server/open-editor?fileName=x`)).toBe(404);

  const connection = connect(Number(port), hostname);
  await once(connection, 'connect');
  connection.resume();
  dev.process.kill('SIGKILL');
  await once(connection, 'close');
  expect(stored()).toHaveLength(before);
});
