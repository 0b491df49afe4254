import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseBase } from '@site/contract/addresses';
import { PATHS } from '@site/contract/routes';
import type { Store } from '@site/release-core/store/store';
import { firstLine, type Started, start } from './load/processes';
import { composeSite } from './pages/composed-site';
import { reportMisses, writeReport } from './pages/report';
import { measureRate, type RateFigures, unpackH2load } from './site/h2load';
import { startNginx } from './site/start-nginx';

// How many pages a second does one server serve, and how does that compare with nginx on the same files?

const BUDGET = { p99Ms: 50 };
const WARM_UP_S = 3;
/** Busy cores from which the single-threaded generator may be the bottleneck. */
const GENERATOR_IS_BUSY = 0.95;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    'skip-nginx': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const paths = Object.values(PATHS);

async function filesOf(store: Store): Promise<string[]> {
  const { entry } = await store.readState();
  const active = Object.entries(entry?.releases ?? {});
  const releases = await Promise.all(active.map(([name, line]) => store.read(name, line.active)));
  return releases.flatMap(({ name, id, files }) => Object.keys(files).map((file) => releaseBase(name, id) + file));
}

interface Measured {
  readonly most: RateFigures;
  readonly half: RateFigures;
}

async function measure(server: Started): Promise<Measured> {
  await measureRate(server, { paths, seconds: WARM_UP_S }, drive);
  const most = await measureRate(server, { paths, seconds }, drive);
  return { most, half: await measureRate(server, { paths, seconds, rate: Math.round(most.perSecond / 2) }, drive) };
}

async function startOurs(dataDir: string): Promise<Started> {
  const script = join(import.meta.dirname, 'site/server-process.ts');
  const { child, ...started } = await start({
    name: 'ours',
    command: process.execPath,
    args: ['--import', 'tsx', script, dataDir],
  });
  return { ...started, address: await firstLine({ name: 'ours', child }) };
}

/** Only one server runs at a time: a second one would take CPU time from it. */
async function measureAndStop<Result>(server: Started, work: (server: Started) => Promise<Result>): Promise<Result> {
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

function printRow(what: string, { server, perSecond, p50, p99, errors, kilobytes, cores, load }: RateFigures) {
  return {
    server,
    what,
    'a second': perSecond,
    p50,
    p99,
    errors,
    kB: kilobytes,
    cores: cores.server,
    generator: cores.generator,
    load,
  };
}

function missesOf({ most, half }: Measured): string[] {
  return [
    ...(most.errors + half.errors > 0 ? [`${most.errors + half.errors} errors`] : []),
    ...(half.p99 > BUDGET.p99Ms ? [`p99 ${half.p99} ms at half of the maximum, not ${BUDGET.p99Ms} ms`] : []),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
const drive = await unpackH2load(folder);
const site = await composeSite();
try {
  const fileAddresses = await filesOf(site.store);
  const { ours, files } = await measureAndStop(await startOurs(site.dataDir), async (server) => ({
    ours: await measure(server),
    files: await measureRate(server, { paths: fileAddresses, seconds }, drive),
  }));
  const nginx = values['skip-nginx'] ? undefined : await measureAndStop(await startNginx(site.store, folder), measure);
  const both = [ours, nginx].flatMap((one) => (one ? [one] : []));
  const all = [...both.flatMap(({ most, half }) => [most, half]), files];
  console.table([
    ...both.flatMap(({ most, half }) => [printRow('pages', most), printRow('pages, half of that', half)]),
    printRow('files of releases', files),
  ]);
  const ratio = nginx && Number((ours.most.perSecond / nginx.most.perSecond).toFixed(2));
  if (ratio) console.log(`Pages a second, ours ÷ one worker of nginx: ${ratio}.`);
  for (const { server, cores } of all.filter(({ cores }) => cores.generator >= GENERATOR_IS_BUSY)) {
    console.log(`The generator kept ${cores.generator} cores busy: ${server} may serve more.`);
  }
  const missed = missesOf(ours);
  writeReport('site', { ours, files, nginx, ratio, missed });
  reportMisses(missed);
} finally {
  await site.remove();
  rmSync(folder, { recursive: true });
}
