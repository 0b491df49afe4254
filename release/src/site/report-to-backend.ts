import type { Server } from 'node:http';
import { countVisitors } from '../serve/visitors';
import type { Store } from '../store/store';
import type { LocalBackend } from './backend-process';
import type { Lifecycle } from './lifecycle';

const COUNT_AGAIN_MS = 60_000;

/**
 * Returns a function that sends the backend the names that incidents may carry. These are the ids of all releases,
 * because pages that were loaded before an activation report older ones.
 */
export function createReleasesReport(backend: LocalBackend, store: Store): () => void {
  const report = async () => {
    const names = await store.listNames();
    const ids = names.map(async (name) => [name, await store.listIds(name)] as const);
    backend.send({ knownReleases: Object.fromEntries(await Promise.all(ids)) });
  };
  // One report after the other, so that the latest list is sent last.
  let reported = Promise.resolve();
  return () => {
    reported = reported.then(report).catch((error: unknown) => {
      console.error(
        'The backend was not given the names of the releases: incidents of new ones count as "other".',
        error,
      );
    });
  };
}

interface VisitorSource {
  readonly server: Server;
  readonly proxies: number;
  readonly life: Lifecycle;
}

/** Sends the backend the number of addresses that open pages, whenever it changes. */
export function reportVisitors(backend: LocalBackend, { server, proxies, life }: VisitorSource): void {
  const visitors = countVisitors(proxies);
  let reported: number | null = null;
  const report = () => {
    const count = visitors.count();
    if (count === reported) return;
    reported = count;
    backend.send({ visitors: count });
  };
  server.on('request', (request) => {
    visitors.saw(request);
    report();
  });
  // The number also falls when nobody comes.
  const timer = setInterval(report, COUNT_AGAIN_MS);
  life.onEnd(() => clearInterval(timer));
}
