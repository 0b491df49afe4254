import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testWhere } from '@site/backend/tests/support/cases';
import { mountSmallDisk } from '@site/backend/tests/support/small-disk';
import { COMMANDS } from '@site/release-cli/commands/all-commands';
import { publishBuilt } from '@site/release-cli/publish/built-release';
import { runTyped } from '@site/release-cli/terminal/run-typed';
import { requireState } from '@site/release-core/changes/decide';
import { verify } from '@site/release-core/store/damage';
import { openReserve } from '@site/release-core/store/run-in-store';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { writeBuild } from '@site/release-core/tests/stored-files';
import { root } from '@site/release-core/tests/support/repository';
import {
  activateReleases,
  addAll,
  openTinySite,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { SITE_COMMANDS } from '@site/release-server/interface/execute';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { endAll, HOSTED, startSite } from './running-site';

const DISK_MEGABYTES = 16;
const RESERVE_BYTES = 4 * 1024 * 1024;
const FULL = 'The disk is full: nothing was changed. Free some space ("npx pnpm release prune"), then try again.\n';
const USED = 'The disk is full: this command uses the reserved space. Free some space.\n';
const NO_ROOM = 'The disk has no space to reserve for a rollback: free some space ("npx pnpm release prune").\n';

const disk = mountSmallDisk(DISK_MEGABYTES);
const testHere = testWhere(typeof disk !== 'string', `${disk}`);

let dataDir: string;
let store: Store;

beforeEach(async () => {
  if (typeof disk === 'string') return;
  disk.makeRoom();
  dataDir = mkdtempSync(join(disk.folder, 'data-'));
  store = openSiteStore(dataDir);
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
  await addAll(store, [tinyRemote('landing', '1.0.0-b'), tinyRemote('landing', '1.0.0-c')]);
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
});
afterEach(endAll);
afterEach(() => {
  if (typeof disk !== 'string') rmSync(dataDir, { recursive: true });
});
afterAll(() => {
  if (typeof disk !== 'string') disk.remove();
});

const fill = () => typeof disk !== 'string' && disk.leave(0);
async function run(...words: string[]) {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  process.env.DATA_DIR = dataDir;
  try {
    const { output } = await runTyped(words, root);
    return { output, stderr: printed.mock.calls.map(([line]) => `${line}\n`).join('') };
  } finally {
    delete process.env.DATA_DIR;
    printed.mockRestore();
  }
}
// A browser could not open the pages of these releases.
const activate = (release: string) => run('activate', release, '--resume', '--unchecked', '--why', 'a test');
const now = async () => requireState(await store.readRevision());
const scratch = () => readdirSync(join(dataDir, 'store/scratch'));
const reserve = () => join(dataDir, 'store/reserve');

testHere('a failed activation and a failed publication change nothing and leave no scratch', async () => {
  const built = { name: 'landing', folder: temporaryFolder() };
  writeBuild(built.folder, '1.0.0-d');
  await openReserve(dataDir).fill();
  const before = await now();
  fill();
  await expect(activate('landing@1.0.0-c')).rejects.toThrow(FULL.trim());
  await expect(publishBuilt(store, built)).rejects.toThrow(FULL.trim());
  expect(await now()).toEqual(before);
  expect(scratch()).toEqual([]);
  expect(statSync(reserve()).size).toBe(RESERVE_BYTES);
});

test('the commands that bring the site back may use the reserved space', () => {
  const ofSite = Object.entries(SITE_COMMANDS).map(([name, { load }]) => [name, load()] as const);
  const may = [...ofSite, ...Object.entries(COMMANDS)].filter(([, of]) => 'mayUseReserve' in of && of.mayUseReserve);
  expect(may.map(([name]) => name).sort()).toEqual(['deactivate', 'repair', 'revoke', 'rollback']);
});

testHere('a rollback uses the reserved space, and a later command reserves it again', async () => {
  await openReserve(dataDir).fill();
  fill();
  expect((await run('rollback', 'landing')).stderr).toBe(USED + NO_ROOM);
  const state = await now();
  expect(state).toMatchObject({ seq: 3, releases: { landing: { active: '1.0.0-a' } } });
  expect(await verify(store, state)).toEqual([]);
  expect(scratch()).toEqual([]);
  if (typeof disk !== 'string') disk.makeRoom();
  expect((await activate('landing@1.0.0-c')).stderr).toBe('');
  expect(statSync(reserve())).toMatchObject({ size: RESERVE_BYTES, mode: 0o100600 });
});

testHere('without reserved space a rollback fails in one sentence and changes nothing, and prune works', async () => {
  const before = await now();
  // Reading reserves nothing.
  await run('status');
  expect(existsSync(reserve())).toBe(false);
  fill();
  await expect(run('rollback', 'landing')).rejects.toThrow(FULL.trim());
  expect(await now()).toEqual(before);
  expect(scratch()).toEqual([]);
  await run('prune');
});

testHere('a site starts on a full disk with its existing pages', async () => {
  fill();
  const site = await startSite({ DATA_DIR: dataDir, ...HOSTED });
  expect(await (await fetch(site.address)).text()).toContain('landing 1.0.0-b');
  expect(site.errors()).toContain(`${NO_ROOM}${FULL.trim()} The pages of 2026-11-21 are served until then.\n`);
  expect(scratch()).toEqual([]);
  await site.end();
});
