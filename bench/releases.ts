import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { listPackages } from '@site/release/src/publish/packages';
import { composeSite, ROOT } from './pages/composed-site';
import { inTurn, spreadOf } from './pages/statistics';
import { measureChanges } from './releases/measure-changes';
import { measureServers } from './releases/measure-servers';
import { run } from './releases/run';

// How long do a team's build, the activation of its release and a rollback take?

const RUNS = 5;
const RESULTS = join(ROOT, 'test-results/bench');
const BUDGET = {
  oneRemote: 0.7,
  allInParallel: 2.5,
  rollbackMs: 1000,
  shipMs: 3000,
  activateMs: 2000,
  rollbackAllMs: 1500,
  rollbackDeployedMs: 5000,
};

const build = (folder: string) =>
  run(process.execPath, [join(ROOT, 'bench/node_modules/@rspack/cli/bin/rspack.js'), 'build'], { cwd: folder });

async function timed(work: () => Promise<unknown>) {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** Without the owner's space, which the single bundle does not have. */
const PUBLIC_PARTS = listPackages(ROOT).filter(({ name }) => name !== 'owner');

async function measureBuilds() {
  const builds = [
    { name: 'single bundle', work: () => build(join(ROOT, 'bench/single-bundle')) },
    { name: 'one remote', work: () => build(join(ROOT, 'remote-booking')) },
    { name: 'all five in parallel', work: () => Promise.all(PUBLIC_PARTS.map(({ folder }) => build(folder))) },
  ];
  const times = await inTurn(RUNS, builds, ({ work }) => timed(work));
  return Object.fromEntries([...times].map(([{ name }, all]) => [name, spreadOf(all)]));
}

// `release deploy` refuses a site without a hosted backend; the bench sends no forms.
const site = await composeSite({ url: 'https://project.supabase.example', anonKey: 'bench' });
try {
  const builds = await measureBuilds();
  const changes = await measureChanges(site, RUNS);
  const servers = await measureServers(site, RUNS);
  if (!servers) console.log('Ceph is not installed: nothing was measured on an object store.');
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
      value: changes['release rollback']?.median ?? Number.NaN,
      limit: BUDGET.rollbackMs,
    },
    {
      target: 'rollback from elsewhere to new page, ms',
      value: changes['release rollback --to']?.median ?? Number.NaN,
      limit: BUDGET.rollbackMs,
    },
    {
      target: 'upload and activation from elsewhere to new page, ms',
      value: changes['upload and activate --to']?.median ?? Number.NaN,
      limit: BUDGET.shipMs,
    },
    ...(servers
      ? [
          {
            target: 'activation in an object store to new page on three servers, ms',
            value: servers['activate, object store, 3 servers']?.median ?? Number.NaN,
            limit: BUDGET.activateMs,
          },
          {
            target: 'rollback in an object store to new page on three servers, ms',
            value: servers['rollback, object store, 3 servers']?.median ?? Number.NaN,
            limit: BUDGET.rollbackAllMs,
          },
          {
            target: 'rollback and its deployment to a bucket, ms',
            value: servers['rollback, deployed to a bucket']?.median ?? Number.NaN,
            limit: BUDGET.rollbackDeployedMs,
          },
        ]
      : []),
  ].map((one) => ({ ...one, value: Number(one.value.toFixed(2)), isMet: one.value <= one.limit }));
  console.table({ ...builds, ...changes, ...servers });
  console.table(verdicts);
  mkdirSync(RESULTS, { recursive: true });
  const report = {
    at: new Date().toISOString(),
    cores: availableParallelism(),
    load: loadavg()[0],
    runs: RUNS,
    builds,
    changes,
    servers,
    verdicts,
  };
  writeFileSync(join(RESULTS, 'releases.json'), `${JSON.stringify(report, null, 2)}\n`);
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await site.remove();
}
