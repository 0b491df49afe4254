import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

interface Load {
  readonly address: string;
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Requests a second; unlimited by default. */
  readonly rate?: number | undefined;
}

export interface RateFigures {
  readonly perSecond: number;
  /** Counted in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and requests without one. */
  readonly errors: number;
}

const CONNECTIONS = 16;

/** Requests paths in turn. h2load is written in C, as a JavaScript generator is slower than the server. */
export async function measureRate(load: Load): Promise<RateFigures> {
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
