import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import { family, readUsage } from '../load/processes';
import type { Started } from './started';

const CONNECTIONS = 16;
/** The site's server answers so many on one connection, and autocannon does not heed `Connection: close`. */
const REQUESTS_PER_CONNECTION = 100;

export interface RateFigures {
  readonly server: string;
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and requests without one. */
  readonly errors: number;
  /** Cores kept busy. */
  readonly cores: { readonly server: number; readonly generator: number };
  readonly load: number;
}

interface Measuring {
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Requests a second, whatever the answers do; as many as it can without it. */
  readonly rate?: number;
}

/** Asks one server for pages in turn. A fixed rate counts each time from the moment at which the request was due. */
export async function measureRate(server: Started, { paths, seconds, rate }: Measuring): Promise<RateFigures> {
  const parts = { server: family(server.pid), generator: [process.pid] };
  const before = readUsage(parts);
  const since = performance.now();
  const { requests, latency, errors, non2xx } = await autocannon({
    url: server.address,
    connections: CONNECTIONS,
    duration: seconds,
    reconnectRate: REQUESTS_PER_CONNECTION,
    ...(rate !== undefined && { overallRate: rate }),
    requests: paths.map((path) => ({ path, headers: { 'Accept-Encoding': 'gzip' } })),
  });
  const took = (performance.now() - since) / 1000;
  const after = readUsage(parts);
  const cores = (part: 'server' | 'generator') =>
    Number((((after[part]?.cpuSeconds ?? 0) - (before[part]?.cpuSeconds ?? 0)) / took).toFixed(2));
  return {
    server: server.name,
    perSecond: Math.round(requests.average),
    p50: latency.p50,
    p99: latency.p99,
    errors: errors + non2xx,
    cores: { server: cores('server'), generator: cores('generator') },
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}
