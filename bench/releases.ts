import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BUILD_FILE } from '@site/contract/build';
import { readBuild } from '@site/contract/read-build';
import { openSite } from '@site/release-cli/client/site';
import { uploadRelease } from '@site/release-cli/client/transfer-release';
import { readBuiltRelease } from '@site/release-cli/publish/built-release';
import { changeSite } from '@site/release-core/changes/change';
import { decideActivation } from '@site/release-core/changes/decide';
import { addRelease, type ReadyRelease } from '@site/release-core/store/add-release';
import { giveGrant, serveInterface } from '@site/release-server/tests/support/interface-site';
import { type ComposedSite, composeSite, ROOT } from './pages/composed-site';
import { interleave, reportMisses, type Spread, spreadOf, writeReport } from './pages/report';

// How long do a rollback, and the activation of a release from elsewhere take?

const RUNS = 5;
const BUDGET_MS: Readonly<Record<string, number>> = {
  'release rollback': 1000,
  'release rollback --site': 1000,
  'upload and activate --site': 3000,
};

const TIMEOUT_MS = 30_000;
/** Polling without a pause would take CPU time from the measured processes. */
const POLLING_PAUSE_MS = 10;
const RELEASE = join(ROOT, 'node_modules/.bin/release');

/** Reads booking's finished build as a release with another hash in its id. */
async function readBookingAs(hash: string): Promise<ReadyRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'site-bench-booking-'));
  cpSync(join(ROOT, 'remote-booking/dist'), join(folder, 'dist'), { recursive: true });
  const file = join(folder, 'dist/client', BUILD_FILE);
  const described = readBuild(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...described, id: described.id.replace(/-.*/, `-${hash}`) }));
  const ready = await readBuiltRelease({ name: 'booking', folder });
  rmSync(folder, { recursive: true });
  return ready;
}

interface Change {
  readonly work: () => Promise<unknown>;
  /** Whether a page shows the state after the change. */
  readonly isShown: (html: string) => boolean;
}

/** Time from the start of a change until the page shows it, in ms. */
async function timeUntilShown(address: string, { work, isShown }: Change): Promise<number> {
  const since = performance.now();
  const show = async () => {
    while (!isShown(await (await fetch(address)).text())) {
      if (performance.now() - since > TIMEOUT_MS) throw new Error('The change reached no page.');
      await setTimeout(POLLING_PAUSE_MS);
    }
    return performance.now() - since;
  };
  const [took] = await Promise.all([show(), work()]);
  return took;
}

async function measureChanges({ store, dataDir }: ComposedSite): Promise<Readonly<Record<string, Spread>>> {
  const served = await serveInterface({ store, dataDir });
  const { token } = await giveGrant(store);
  const there = ['--site', served.origin];
  const address = `${served.origin}/booking`;
  const remote = await openSite(served.origin, '--site', { RELEASE_TOKEN: token });
  const first = await readBookingAs('0000000000');
  await addRelease(store, first);
  const has = (id: string) => (html: string) => html.includes(`/r/booking/${id}/`);
  const env = { ...process.env, RELEASE_TOKEN: token, DATA_DIR: dataDir };
  const run = (command: string, words: readonly string[]) => promisify(execFile)(command, words, { cwd: ROOT, env });
  const rollBack = async (command: string, words: readonly string[]) => {
    const { id } = first.release;
    const chosen = [{ name: 'booking', id }];
    await changeSite(store, 'bench', (current) => decideActivation(store, current, { chosen, isResuming: true }));
    const work = () => run(command, [...words, '--why', 'bench']);
    return timeUntilShown(address, { work, isShown: (html) => !has(id)(html) });
  };
  let sent = 0;
  const ship = async () => {
    sent += 1;
    const ready = await readBookingAs(`000000000${sent}`);
    const { id } = ready.release;
    const words = ['activate', `booking@${id}`, '--resume', '--unchecked', '--why', 'bench', ...there];
    const work = async () => {
      await uploadRelease(remote, ready);
      await run(RELEASE, words);
    };
    return timeUntilShown(address, { work, isShown: has(id) });
  };
  const ways = [
    { name: 'release rollback', measure: () => rollBack(RELEASE, ['rollback', 'booking']) },
    { name: 'npx pnpm release rollback', measure: () => rollBack('npx', ['pnpm', 'release', 'rollback', 'booking']) },
    { name: 'release rollback --site', measure: () => rollBack(RELEASE, ['rollback', 'booking', ...there]) },
    { name: 'upload and activate --site', measure: ship },
  ];
  const times = await interleave(RUNS, ways, ({ measure }) => measure());
  served.stop();
  return Object.fromEntries([...times].map(([{ name }, all]) => [name, spreadOf(all)]));
}

const site = await composeSite();
try {
  const changes = await measureChanges(site);
  const missed = Object.entries(BUDGET_MS).flatMap(([name, most]) => {
    const { median } = changes[name] ?? { median: Number.NaN };
    return median <= most ? [] : [`${name}: ${Math.round(median)} ms, not ${most} ms`];
  });
  console.table(changes);
  writeReport('releases', { runs: RUNS, changes, missed });
  reportMisses(missed);
} finally {
  await site.remove();
}
