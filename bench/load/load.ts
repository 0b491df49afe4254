import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackendUnderLoad } from './backend-under-load';
import { readUsage } from './processes';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export type Caller = (path: string, row: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Posts rows over keep-alive connections. Each call has its own client address. */
export function createCaller({ url, anonKey }: { readonly url: string; readonly anonKey: string }): Caller {
  const { hostname: host, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  let calls = 0;
  return (path, row, headers = {}) => {
    const body = Buffer.from(JSON.stringify(row));
    calls += 1;
    const own = {
      apikey: anonKey,
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    };
    return new Promise((resolve, reject) => {
      const call = request({
        agent,
        host,
        port,
        path: `/rest/v1/${path}`,
        method: 'POST',
        headers: { ...own, ...headers },
      });
      call.once('error', reject);
      call.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
      call.end(body);
    });
  };
}

const TICK_MS = 1;

/** Each worker calls again as soon as it is answered: this finds the maximum rate, but hides queueing. */
export async function closedLoop(
  workers: number,
  isOver: () => boolean,
  call: () => Promise<void>,
): Promise<undefined> {
  const work = async () => {
    while (!isOver()) await call();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return undefined;
}

interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  /** Maximum of concurrent calls; further ones are queued. */
  readonly workers: number;
  /** Maximum of queued calls; further ones are dropped and counted. */
  readonly longestQueue: number;
}

/**
 * Calls at a fixed rate, however slow the answers are. Each call gets its planned start: latencies include queueing.
 * @returns number of dropped calls
 */
export async function openLoop(
  { perSecond, seconds, workers, longestQueue }: OpenLoop,
  call: (intendedAt: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const waiting: number[] = [];
  const underWay = new Set<Promise<void>>();
  let dropped = 0;
  const startWaiting = () => {
    while (underWay.size < workers) {
      const intendedAt = waiting.shift();
      if (intendedAt === undefined) return;
      const running = call(intendedAt).finally(() => {
        underWay.delete(running);
        startWaiting();
      });
      underWay.add(running);
    }
  };
  const total = Math.round(perSecond * seconds);
  for (let index = 0; index < total; ) {
    const intendedAt = startedAt + (index * 1000) / perSecond;
    if (intendedAt > performance.now()) {
      await delay(TICK_MS);
      continue;
    }
    if (waiting.length < longestQueue) waiting.push(intendedAt);
    else dropped += 1;
    index += 1;
    startWaiting();
  }
  while (underWay.size > 0) await Promise.race(underWay);
  return dropped;
}

const PER_MS = 1000;

interface CallFigures {
  readonly count: number;
  readonly perSecond: number;
  readonly errors: number;
  /** Counted in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface Measurement {
  readonly times: RecordableHistogram;
  errors: number;
}

export interface Recorder {
  readonly record: (call: string, ms: number, isOk: boolean) => void;
  readonly figures: (seconds: number) => Record<string, CallFigures>;
}

/** Records successful calls to the microsecond; a failed call only counts as an error. */
function createRecorder(): Recorder {
  const calls = new Map<string, Measurement>();
  return {
    record(call, ms, isOk) {
      const measured = calls.get(call) ?? { times: createHistogram(), errors: 0 };
      calls.set(call, measured);
      if (isOk) measured.times.record(Math.max(1, Math.round(ms * PER_MS)));
      else measured.errors += 1;
    },
    figures: (seconds) =>
      Object.fromEntries([...calls].map(([call, measured]) => [call, figuresOf(measured, seconds)])),
  };
}

function figuresOf({ times, errors }: Measurement, seconds: number): CallFigures {
  const at = (percentile: number) => (times.count > 0 ? round(times.percentile(percentile) / PER_MS) : 0);
  const max = times.count > 0 ? round(times.max / PER_MS) : 0;
  return {
    count: times.count,
    perSecond: round(times.count / seconds),
    errors,
    p50: at(50),
    p95: at(95),
    p99: at(99),
    max,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

export interface PhaseFigures {
  readonly title: string;
  readonly seconds: number;
  readonly calls: Record<string, CallFigures>;
  /** Busy cores by part; the load generator is one part. */
  readonly cores: Record<string, number>;
  readonly dropped?: number;
  readonly loadAverage: number;
}

/** @param run returns the number of dropped calls, if it can drop any */
export async function measurePhase(
  title: string,
  backend: BackendUnderLoad,
  run: (record: Recorder['record']) => Promise<number | undefined>,
): Promise<PhaseFigures> {
  const { record, figures } = createRecorder();
  const parts = { generator: [process.pid], ...backend.parts() };
  const before = readUsage(parts);
  const since = performance.now();
  const dropped = await run(record);
  const seconds = (performance.now() - since) / 1000;
  const after = readUsage(parts);
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, { cpuSeconds }]) => {
      const used = cpuSeconds - (before[name]?.cpuSeconds ?? 0);
      return [name, Math.round((used / seconds) * 100) / 100];
    }),
  );
  return {
    title,
    seconds: Math.round(seconds * 10) / 10,
    calls: figures(seconds),
    cores,
    ...(typeof dropped === 'number' ? { dropped } : {}),
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

export function printPhase({ title, seconds, calls, cores, dropped, loadAverage }: PhaseFigures): void {
  console.log(`\n${title} (${seconds} s, load average ${loadAverage}${dropped ? `, ${dropped} dropped` : ''})`);
  console.table(calls);
  const shares = Object.entries(cores).map(([name, share]) => `${name} ${share.toFixed(2)}`);
  console.log(`cores: ${shares.join(', ')}`);
}
