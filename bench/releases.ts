import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD_FILE } from '@site/contract/build';
import { readBuild } from '@site/contract/read-build';
import { changeIndex } from '@site/release/src/changes/change-index';
import { decideActivation } from '@site/release/src/changes/decide';
import { listPackages } from '@site/release/src/publish/packages';
import { publish } from '@site/release/src/publish/publish';
import { createSiteServer } from '@site/release/src/serve/site-server';
import { type ComposedSite, composeSite, ROOT } from './pages/composed-site';
import { inTurn, spreadOf } from './pages/statistics';

// What does a team wait for its own build, and a visitor for a rollback?

const RUNS = 5;
const RESULTS = join(ROOT, 'test-results/bench');
const BUDGET = { oneRemote: 0.7, allInParallel: 2.5, rollbackMs: 1000 };
const ENOUGH_MS = 30_000;

interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(command: string, args: readonly string[], { cwd, env }: Place) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`);
}

const build = (folder: string) =>
  run(process.execPath, [join(ROOT, 'bench/node_modules/@rspack/cli/bin/rspack.js'), 'build'], { cwd: folder });

async function timed(work: () => Promise<unknown>) {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

async function measureBuilds() {
  const builds = [
    { name: 'single bundle', work: () => build(join(ROOT, 'bench/single-bundle')) },
    { name: 'one remote', work: () => build(join(ROOT, 'remote-booking')) },
    { name: 'all five in parallel', work: () => Promise.all(listPackages(ROOT).map(({ folder }) => build(folder))) },
  ];
  const times = await inTurn(RUNS, builds, ({ work }) => timed(work));
  return Object.fromEntries([...times].map(([{ name }, all]) => [name, spreadOf(all)]));
}

/** Publishes the same build under another id, from which the rollback leads back. */
async function publishAnother({ store }: ComposedSite): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'site-bench-booking-'));
  cpSync(join(ROOT, 'remote-booking/dist'), join(folder, 'dist'), { recursive: true });
  const file = join(folder, 'dist/client', BUILD_FILE);
  const described = readBuild(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...described, id: described.id.replace(/-.*/, '-0000000000') }));
  const { release } = await publish(store, { name: 'booking', folder });
  rmSync(folder, { recursive: true });
  return release.id;
}

/** From the start of the command to the first page with the previous release, in ms. */
async function measureRollback(site: ComposedSite) {
  const { server, open } = createSiteServer();
  server.listen(0);
  await once(server, 'listening');
  open({ readReleaseFile: site.readReleaseFile, pageAt: site.pageAt, backend: null });
  const address = `http://localhost:${(server.address() as AddressInfo).port}/booking`;
  const other = await publishAnother(site);
  const hasOther = async () => (await (await fetch(address)).text()).includes(`/r/booking/${other}/`);
  const rollBack = async (command: string, args: readonly string[]) => {
    await changeIndex(site.store, 'bench', (current) =>
      decideActivation(site.store, current, { chosen: [{ name: 'booking', id: other }] }),
    );
    if (!(await hasOther())) throw new Error('The other release did not become active.');
    const since = performance.now();
    const ended = run(command, [...args, 'rollback', 'booking', '--why', 'bench'], {
      cwd: ROOT,
      env: { DATA_DIR: site.dataDir },
    });
    while (await hasOther())
      if (performance.now() - since > ENOUGH_MS) throw new Error('The rollback reached no page.');
    const took = performance.now() - since;
    await ended;
    return took;
  };
  const ways = [
    { name: 'release', command: 'node_modules/.bin/release', args: [] },
    { name: 'npx pnpm release', command: 'npx', args: ['pnpm', 'release'] },
  ];
  const times = await inTurn(RUNS, ways, ({ command, args }) => rollBack(command, args));
  server.close();
  return Object.fromEntries([...times].map(([{ name }, all]) => [name, spreadOf(all)]));
}

const site = await composeSite();
try {
  const builds = await measureBuilds();
  const rollback = await measureRollback(site);
  const single = builds['single bundle']?.median ?? Number.NaN;
  const verdicts = [
    {
      target: 'one remote ÷ single bundle',
      value: (builds['one remote']?.median ?? 0) / single,
      limit: BUDGET.oneRemote,
    },
    {
      target: 'all five in parallel ÷ single bundle',
      value: (builds['all five in parallel']?.median ?? 0) / single,
      limit: BUDGET.allInParallel,
    },
    {
      target: 'rollback to new page, ms',
      value: rollback.release?.median ?? 0,
      limit: BUDGET.rollbackMs,
    },
  ].map((one) => ({ ...one, value: Number(one.value.toFixed(2)), isMet: one.value <= one.limit }));
  console.table({ ...builds, ...rollback });
  console.table(verdicts);
  mkdirSync(RESULTS, { recursive: true });
  const report = {
    at: new Date().toISOString(),
    cores: availableParallelism(),
    runs: RUNS,
    builds,
    rollback,
    verdicts,
  };
  writeFileSync(join(RESULTS, 'releases.json'), `${JSON.stringify(report, null, 2)}\n`);
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await site.remove();
}
