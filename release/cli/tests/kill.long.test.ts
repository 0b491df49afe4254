import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { requireState } from '@site/release-core/changes/decide';
import { repair } from '@site/release-core/changes/repair';
import { sha256 } from '@site/release-core/integrity';
import { verify } from '@site/release-core/store/damage';
import type { IndexEntry } from '@site/release-core/store/release';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import {
  activateReleases,
  addAll,
  openTinySite,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { programArguments } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

jest.setTimeout(200_000);

const cli = join(__dirname, '../src/bin/cli.ts');

let folder: string;
let base: string;
let before: IndexEntry;

const readState = async (store: Store) => requireState(await store.readIndex());

beforeEach(async () => {
  folder = temporaryFolder();
  base = join(folder, 'base');
  const store = openSiteStore(base);
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
  await addAll(store, [tinyRemote('landing', '1.0.0-b')]);
  before = await readState(store);
});

const LOADER = join(__dirname, '../../../tooling/load-typescript.cjs');

/** Runs a command with `kill-steps.ts` in its process. @returns true if it was killed, false if it ended by itself */
async function runInSteps(words: readonly string[], env: Record<string, string>) {
  const preloads = ['--require', LOADER, '--require', join(__dirname, 'kill-steps.ts')];
  const command = spawn(process.execPath, [...preloads, ...programArguments(cli), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  command.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code, signal] = (await once(command, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}`);
  return signal === 'SIGKILL';
}

/**
 * Checks the state after a kill at each step of a command: in copies that one run makes, and after real kills at the
 * first, a middle and the last step.
 * @returns the number of steps
 */
async function killAtEveryStep(words: readonly string[], check: (store: Store) => Promise<void>) {
  const checkAt = async (step: number, dataDir: string) => {
    await check(openSiteStore(dataDir)).catch((cause) => {
      throw new Error(`After a kill at step ${step}: ${cause}`, { cause });
    });
    rmSync(dataDir, { recursive: true });
  };
  const states = join(folder, 'states');
  const whole = join(folder, 'whole');
  cpSync(base, whole, { recursive: true });
  expect(await runInSteps(words, { DATA_DIR: whole, STATES: states })).toBe(false);
  const steps = readdirSync(states).length;
  for (let step = 1; step <= steps; step += 1) await checkAt(step, join(states, String(step)));
  for (const step of [1, Math.floor(steps / 2), steps]) {
    const dataDir = join(folder, `killed-${step}`);
    cpSync(base, dataDir, { recursive: true });
    expect(await runInSteps(words, { DATA_DIR: dataDir, KILL_AT: String(step) })).toBe(true);
    await checkAt(step, dataDir);
  }
  return steps;
}

/** No blob is incomplete, not even one that nothing references yet. */
async function expectWholeBodies({ blobs }: Store) {
  const keys = (await blobs.list('bodies/')).filter((name) => !name.includes('.'));
  for (const key of keys) expect(sha256((await blobs.get(`bodies/${key}`)) ?? '')).toBe(key);
}

test('an activation that is killed at any step is complete or absent, and can be repeated', async () => {
  const words = ['activate', 'landing@1.0.0-b', '--unchecked', '--why', 'its pages need no browser'];
  const activated = { seq: before.seq + 1, releases: { landing: { active: '1.0.0-b' } } };
  const steps = await killAtEveryStep(words, async (store) => {
    const state = await readState(store);
    if (state.seq === before.seq) expect(state).toEqual(before);
    else expect(state).toMatchObject(activated);
    expect(await verify(store, state)).toEqual([]);
    await expectWholeBodies(store);
    await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
    const repeated = await readState(store);
    expect(repeated).toMatchObject(activated);
    expect(await verify(store, repeated)).toEqual([]);
  });
  // Two pages and the release index with their encoded forms, the rendered templates and the entry: three steps each.
  expect(steps).toBeGreaterThan(11 * 3);
});

test('a repair that is killed at any step leaves a state that it can repair, and can be repeated', async () => {
  const store = openSiteStore(base);
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
  truncateSync(join(base, 'store/index/00000002.json'), 9);
  const steps = await killAtEveryStep(['repair'], async (killed) => {
    const { entry, damaged } = await killed.readState();
    expect(damaged).toHaveLength(entry?.seq === 1 ? 1 : 0);
    await expectWholeBodies(killed);
    await repair(killed, '');
    const state = await readState(killed);
    expect(state).toMatchObject({ seq: 3, releases: before.releases, change: { command: 'repair' } });
    expect(await verify(killed, state)).toEqual([]);
  });
  expect(steps).toBeGreaterThan(10 * 3);
});

test('a repair in place that is killed at any step can be repeated', async () => {
  const page = before.pages['/'];
  for (const key of [`bodies/${page?.body}`, `bodies/${page?.body}.br`, `rendered/${page?.template}`]) {
    truncateSync(join(base, 'store', key), 5);
  }
  const steps = await killAtEveryStep(['repair'], async (killed) => {
    expect(await readState(killed)).toEqual(before);
    await repair(killed, '');
    expect(await readState(killed)).toEqual(before);
    expect(await verify(killed, before)).toEqual([]);
  });
  expect(steps).toBeGreaterThan(3 * 3);
});
