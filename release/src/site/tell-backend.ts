import type { Server } from 'node:http';
import type { LocalBackend } from './backend-process';
import type { Lifecycle } from './lifecycle';
import { countVisitors } from '../serve/visitors';
import type { Store } from '../store/store';

const COUNT_AGAIN_MS = 60_000;

/**
 * What gives the backend the names that incidents may carry. They are the ids of all releases: pages that were loaded
 * before an activation report older ones.
 */
export function releasesTeller(backend: LocalBackend, store: Store): () => void {
  const tell = async () => {
    const names = await store.listNames();
    const ids = names.map(async (name) => [name, await store.listIds(name)] as const);
    backend.tell({ knownReleases: Object.fromEntries(await Promise.all(ids)) });
  };
  // One after the other: the list that was read last is told last.
  let told = Promise.resolve();
  return () => {
    told = told.then(tell).catch((error: unknown) => {
      console.error(
        'The backend was not given the names of the releases: incidents of new ones count as "other".',
        error,
      );
    });
  };
}

/** Tells the backend how many addresses open pages, each time that the number changes. */
export function tellVisitors(backend: LocalBackend, server: Server, proxies: number, life: Lifecycle): void {
  const visitors = countVisitors(proxies);
  let told: number | null = null;
  const tell = () => {
    const count = visitors.count();
    if (count === told) return;
    told = count;
    backend.tell({ visitors: count });
  };
  server.on('request', (request) => {
    visitors.saw(request);
    tell();
  });
  // The number also falls, when nobody comes.
  const timer = setInterval(tell, COUNT_AGAIN_MS);
  life.onEnd(() => clearInterval(timer));
}
