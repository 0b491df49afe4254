import { loadavg } from 'node:os';
import { family } from '@site/tooling/process-costs';
import { readUsage } from '../load/processes';
import type { Answers, Load } from './h2load';
import type { Started } from './started';

const CONNECTIONS = 16;

export interface RateFigures {
  readonly server: string;
  readonly perSecond: number;
  /** In milliseconds. */
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
  server: Started,
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
    server: server.name,
    perSecond: Math.round(perSecond),
    p50: percentile(0.5),
    p99: percentile(0.99),
    errors,
    kilobytes: Number((bytes / 1000).toFixed(1)),
    cores: { server: cores('server'), generator: cores('generator') },
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}
