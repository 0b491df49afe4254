import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { cpuSeconds } from '../processes';

interface Load {
  readonly address: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second; unlimited by default. */
  readonly rate?: number | undefined;
}

interface Answers {
  readonly perSecond: number;
  /** Milliseconds of each answer, ascending. */
  readonly times: readonly number[];
  /** Answers other than 200, and requests without one. */
  readonly errors: number;
  /** Mean size of an answer, headers included. */
  readonly bytes: number;
}

/** h2load is written in C: on two cores, a JavaScript generator is slower than the server. */
async function drive(load: Load): Promise<Answers> {
  const logs = mkdtempSync(join(tmpdir(), 'site-bench-h2load-'));
  try {
    const log = join(logs, 'answers.tsv');
    const { stdout } = await promisify(execFile)('h2load', [...argumentsFor(load), `--log-file=${log}`]);
    return await readAnswers(load, log, Number(/traffic: .*?\((\d+)\) total/.exec(stdout)?.[1]));
  } finally {
    rmSync(logs, { recursive: true });
  }
}

const argumentsFor = ({ address, paths, connections, seconds, rate }: Load) => [
  ...['--h1', '-t', '1', '-c', String(connections), '-D', String(seconds), '-H', 'accept-encoding: gzip'],
  ...(rate === undefined ? [] : [`--rps=${rate / connections}`]),
  ...paths.map((path) => address + path),
];

async function readAnswers({ seconds }: Load, log: string, bytes: number): Promise<Answers> {
  const times: number[] = [];
  let errors = 0;
  for await (const line of createInterface(createReadStream(log))) {
    const [, status, microseconds] = line.split('\t');
    if (status === '200') times.push(Number(microseconds) / 1000);
    else errors += 1;
  }
  times.sort((one, other) => one - other);
  return { perSecond: times.length / seconds, times, errors, bytes: bytes / times.length };
}

const CONNECTIONS = 16;

export interface RateFigures {
  readonly perSecond: number;
  /** Counted in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and requests without one. */
  readonly errors: number;
  /** Mean size of an answer, headers included. */
  readonly kilobytes: number;
  /** Busy cores. */
  readonly cores: { readonly server: number; readonly generator: number };
  readonly load: number;
}

/** Requests paths from one server in turn. */
export async function measureRate(
  server: { readonly pid: number; readonly address: string },
  load: Omit<Load, 'address' | 'connections'>,
): Promise<RateFigures> {
  // The generator is a child process: its CPU time is added to this process when it ends.
  const readUsage = () => ({ server: cpuSeconds(server.pid), generator: cpuSeconds(process.pid) });
  const before = readUsage();
  const since = performance.now();
  const { perSecond, times, errors, bytes } = await drive({
    ...load,
    address: server.address,
    connections: CONNECTIONS,
  });
  const took = (performance.now() - since) / 1000;
  const after = readUsage();
  const cores = (part: 'server' | 'generator') => Number(((after[part] - before[part]) / took).toFixed(2));
  const percentile = (share: number) => Number((times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1));
  return {
    perSecond: Math.round(perSecond),
    p50: percentile(0.5),
    p99: percentile(0.99),
    errors,
    kilobytes: Number((bytes / 1000).toFixed(1)),
    cores: { server: cores('server'), generator: cores('generator') },
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}
