import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseBase } from '@site/contract/addresses';
import { PATHS } from '@site/contract/routes';
import type { Store } from '@site/release-core/store/store';
import { composeSite } from './pages/composed-site';
import { reportMisses, writeReport } from './pages/report';
import { startProgram } from './processes';
import { measureRate } from './site/h2load';

// How many pages a second does one server serve?

const BUDGET = { p99Ms: 50 };
const WARM_UP_S = 3;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } });
const seconds = Number(values.seconds);
const paths = Object.values(PATHS);
const SERVER = join(import.meta.dirname, 'site/server-process.ts');

async function filesOf(store: Store): Promise<string[]> {
  const { revision } = await store.readState();
  const active = Object.entries(revision?.releases ?? {});
  const releases = await Promise.all(active.map(([name, line]) => store.read(name, line.active)));
  return releases.flatMap(({ name, id, files }) => Object.keys(files).map((file) => releaseBase(name, id) + file));
}

const site = await composeSite();
const server = await startProgram<string>(SERVER, [site.dataDir]);
try {
  const measure = (requested: readonly string[], how: { seconds: number; rate?: number }) =>
    measureRate({ address: server.message, paths: requested, ...how });
  await measure(paths, { seconds: WARM_UP_S });
  const most = await measure(paths, { seconds });
  const half = await measure(paths, { seconds, rate: Math.round(most.perSecond / 2) });
  const files = await measure(await filesOf(site.store), { seconds });
  console.table({ pages: most, 'pages, half of that': half, 'files of releases': files });
  const errors = most.errors + half.errors;
  const missed = [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(half.p99 > BUDGET.p99Ms ? [`p99 ${half.p99} ms at half of the maximum, not ${BUDGET.p99Ms} ms`] : []),
  ];
  writeReport('site', { most, half, files, missed });
  reportMisses(missed);
} finally {
  await server.stop();
  await site.remove();
}
