import { join } from 'node:path';
import { buildPackages, choosePackages, listPackages } from '@site/release/publish/packages';
import { measureChanges } from './measure-releases';
import { composeSite, ROOT } from './pages/composed-site';
import { interleave, spreadOf, writeReport } from './pages/report';
import { run } from './processes';

// How long do a team's build, the activation of its release and a rollback take?

const RUNS = 5;
const BUDGET = {
  oneRemote: 0.7,
  allParts: 2.5,
  rollbackMs: 1000,
  shipMs: 3000,
};

const buildSingleBundle = () =>
  run(process.execPath, [join(ROOT, 'bench/node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: join(ROOT, 'bench/single-bundle'),
  });

async function timed(work: () => Promise<unknown>) {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** The owner's space is left out, as the single bundle does not have it. */
const PUBLIC_PARTS = listPackages(ROOT).filter(({ name }) => name !== 'owner');
const BOOKING = choosePackages(ROOT, ['booking']);

async function measureBuilds() {
  const builds = [
    { name: 'single bundle', work: buildSingleBundle },
    { name: 'one remote', work: () => buildPackages(BOOKING) },
    { name: 'all five parts', work: () => buildPackages(PUBLIC_PARTS) },
  ];
  const times = await interleave(RUNS, builds, ({ work }) => timed(work));
  return Object.fromEntries([...times].map(([{ name }, all]) => [name, spreadOf(all)]));
}

const judge = (target: string, value = Number.NaN, limit: number) => ({
  target,
  value: Number(value.toFixed(2)),
  limit,
  isMet: value <= limit,
});

const site = await composeSite();
try {
  const builds = await measureBuilds();
  const changes = await measureChanges(site, RUNS);
  const medianOf = (name: string) => builds[name]?.median ?? Number.NaN;
  const perBundle = (name: string) => medianOf(name) / medianOf('single bundle');
  const verdicts = [
    judge('one remote ÷ single bundle', perBundle('one remote'), BUDGET.oneRemote),
    judge('all five parts ÷ single bundle', perBundle('all five parts'), BUDGET.allParts),
    judge('rollback to new page, ms', changes['release rollback']?.median, BUDGET.rollbackMs),
    judge('rollback from elsewhere to new page, ms', changes['release rollback --site']?.median, BUDGET.rollbackMs),
    judge(
      'upload and activation from elsewhere to new page, ms',
      changes['upload and activate --site']?.median,
      BUDGET.shipMs,
    ),
  ];
  console.table({ ...builds, ...changes });
  console.table(verdicts);
  writeReport('releases', { runs: RUNS, builds, changes, verdicts });
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await site.remove();
}
