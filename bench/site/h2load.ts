import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { unpackPackages } from './debian-package';

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

/** h2load is written in C: on two cores, a JavaScript generator is slower than the servers. */
export async function unpackH2load(folder: string): Promise<(load: Load) => Promise<Answers>> {
  const packages = ['nghttp2-client', 'libnghttp2-14', 'libev4', 'libjansson4', 'libjemalloc2', 'libxml2'];
  const unpacked = await unpackPackages(folder, packages);
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
