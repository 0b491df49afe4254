import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isBot, networkGroup } from '@site/backend/client-address';
import type { NetworkGroups, PageCounts, SentNetworks } from '@site/backend/site-messages';
import { HOUR_MS } from '@site/contract/today';
import type { ReleaseName } from '@site/release-core/store/keys';
import { prefixOf } from './traffic-limits';

/** Within an hour. A network may report as many live pages. */
const PAGES_PER_NETWORK = 20;
/** Beyond this number, counting begins anew, so that a flood cannot fill the memory. */
const MAX_NETWORKS = 10_000;

export interface ServedCounts {
  readonly pages: PageCounts;
  readonly networks: SentNetworks;
}

export interface OpenedPage {
  readonly path: string;
  readonly releases: readonly ReleaseName[];
  readonly linked: readonly ReleaseName[];
}

export interface PageCounter {
  readonly count: (request: IncomingMessage, page: OpenedPage) => void;
  readonly drain: () => ServedCounts;
}

/** A network counts 20 pages an hour at most. Networks stay in memory, hashed with a salt of this process. */
export function createPageCounter(proxies: number, now = () => performance.now()): PageCounter {
  const salt = randomBytes(16);
  const recent = new Map<string, readonly number[]>();
  const [sent, opened] = [createNetworkGroups(), createNetworkGroups()];
  let counts: Record<string, Record<string, Record<string, number>>> = {};

  function isCounted(prefix: string): boolean {
    if (recent.size >= MAX_NETWORKS) recent.clear();
    const network = createHash('sha256').update(salt).update(prefix).digest('base64');
    const pages = (recent.get(network) ?? []).filter((at) => at > now() - HOUR_MS);
    if (pages.length < PAGES_PER_NETWORK) recent.set(network, [...pages, now()]);
    return pages.length < PAGES_PER_NETWORK;
  }

  return {
    count: (request, { path, releases, linked }) => {
      if (releases.length === 0 || !opensPage(request)) return;
      const prefix = prefixOf(request, proxies);
      for (const release of [...releases, ...linked]) sent.add(prefix, release);
      for (const release of releases) opened.add(prefix, release);
      if (!isCounted(prefix)) return;
      for (const { name, id } of releases) {
        const ofName = counts[name] ?? {};
        const ofRelease = ofName[id] ?? {};
        counts[name] = { ...ofName, [id]: { ...ofRelease, [path]: (ofRelease[path] ?? 0) + 1 } };
      }
    },
    drain: () => {
      const pages = counts;
      counts = {};
      return { pages, networks: { sent: sent.drain(), opened: opened.drain() } };
    },
  };
}

/** Browsers without `Sec-Fetch-Dest` accept HTML only when they open a page. A prefetched page may never be seen. */
function opensPage({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination, 'sec-purpose': purpose = headers.purpose } = headers;
  if (method !== 'GET' || isBot(headers['user-agent']) || String(purpose ?? '').includes('prefetch')) return false;
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document';
}

function createNetworkGroups() {
  let groups = new Map<string, Map<string, Set<number>>>();
  return {
    add: (prefix: string, release: ReleaseName): void => {
      const ofName = groups.get(release.name) ?? new Map<string, Set<number>>();
      const ofRelease = ofName.get(release.id) ?? new Set<number>();
      groups.set(release.name, ofName.set(release.id, ofRelease.add(networkGroup(prefix, release))));
    },
    drain: (): NetworkGroups => {
      const drained = groups;
      groups = new Map();
      const ofName = (ids: Map<string, Set<number>>) =>
        Object.fromEntries([...ids].map(([id, numbers]) => [id, [...numbers]]));
      return Object.fromEntries([...drained].map(([name, ids]) => [name, ofName(ids)]));
    },
  };
}
