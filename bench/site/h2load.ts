import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { family } from '@site/tooling/process-costs';
import { readUsage, run } from '../load/processes';

export interface Load {
  readonly address: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second; unlimited by default. */
  readonly rate?: number | undefined;
}

export interface Answers {
  readonly perSecond: number;
  /** Milliseconds of each answer, ascending. */
  readonly times: readonly number[];
  /** Answers other than 200, and requests without one. */
  readonly errors: number;
  /** Mean size of an answer, headers included. */
  readonly bytes: number;
}

/**
 * Downloads h2load's Debian packages, and unpacks them without installing them. It is written in C: on two cores, a
 * JavaScript generator is slower than the server.
 */
export async function unpackH2load(folder: string): Promise<(load: Load) => Promise<Answers>> {
  const packages = ['nghttp2-client', 'libnghttp2-14', 'libev4', 'libjansson4', 'libjemalloc2', 'libxml2'];
  const unpacked = join(folder, 'unpacked');
  await run('apt-get', ['download', '-q', ...packages], { cwd: folder });
  for (const file of readdirSync(folder)) await run('dpkg-deb', ['-x', file, unpacked], { cwd: folder });
  const env = { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'usr/lib/x86_64-linux-gnu') };
  const command = join(unpacked, 'usr/bin/h2load');
  return async (load) => {
    const logs = mkdtempSync(join(tmpdir(), 'site-bench-h2load-'));
    try {
      const log = join(logs, 'answers.tsv');
      const { stdout } = await promisify(execFile)(command, [...argumentsFor(load), `--log-file=${log}`], { env });
      return await readAnswers(load, log, Number(/traffic: .*?\((\d+)\) total/.exec(stdout)?.[1]));
    } finally {
      rmSync(logs, { recursive: true });
    }
  };
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

/** Requests paths from one server in turn. @param drive the load generator */
export async function measureRate(
  server: { readonly pid: number; readonly address: string },
  load: Omit<Load, 'address' | 'connections'>,
  drive: (load: Load) => Promise<Answers>,
): Promise<RateFigures> {
  // The generator is a child process: its CPU time is added to this process when it ends.
  const parts = { server: family(server.pid), generator: [process.pid] };
  const before = readUsage(parts);
  const since = performance.now();
  const { perSecond, times, errors, bytes } = await drive({
    ...load,
    address: server.address,
    connections: CONNECTIONS,
  });
  const took = (performance.now() - since) / 1000;
  const after = readUsage(parts);
  const cores = (part: 'server' | 'generator') =>
    Number((((after[part]?.cpuSeconds ?? 0) - (before[part]?.cpuSeconds ?? 0)) / took).toFixed(2));
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
