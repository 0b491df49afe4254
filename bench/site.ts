import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import { releaseBase } from '@site/contract/addresses';
import { PATHS } from '@site/contract/routes';
import type { Store } from '@site/release-core/store/store';
import { composeSite } from './pages/composed-site';
import { reportMisses, writeReport } from './pages/report';
import { startProgram } from './processes';

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

interface Load {
  readonly address: string;
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Requests a second; unlimited by default. */
  readonly rate?: number | undefined;
}

interface RateFigures {
  readonly perSecond: number;
  /** Counted in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and requests without one. */
  readonly errors: number;
}

const CONNECTIONS = 16;

/** Requests paths in turn. h2load is written in C, as a JavaScript generator is slower than the server. */
async function measureRate(load: Load): Promise<RateFigures> {
  const logs = mkdtempSync(join(tmpdir(), 'site-bench-h2load-'));
  try {
    const log = join(logs, 'answers.tsv');
    await promisify(execFile)('h2load', [...argumentsFor(load), `--log-file=${log}`]);
    return await readAnswers(load, log);
  } finally {
    rmSync(logs, { recursive: true });
  }
}

const argumentsFor = ({ address, paths, seconds, rate }: Load) => [
  ...['--h1', '-t', '1', '-c', String(CONNECTIONS), '-D', String(seconds), '-H', 'accept-encoding: gzip'],
  ...(rate === undefined ? [] : [`--rps=${rate / CONNECTIONS}`]),
  ...paths.map((path) => address + path),
];

async function readAnswers({ seconds }: Load, log: string): Promise<RateFigures> {
  const times: number[] = [];
  let errors = 0;
  for await (const line of createInterface(createReadStream(log))) {
    const [, status, microseconds] = line.split('\t');
    if (status === '200') times.push(Number(microseconds) / 1000);
    else errors += 1;
  }
  times.sort((one, other) => one - other);
  const percentile = (share: number) => Number((times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1));
  return { perSecond: Math.round(times.length / seconds), p50: percentile(0.5), p99: percentile(0.99), errors };
}
