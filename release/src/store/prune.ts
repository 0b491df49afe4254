import type { ReleaseIndex } from '@site/shared-ui/host';
import { INDEX_PATH } from '../compose/compose';
import type { IndexEntry } from './release';
import type { Store } from './store';

const DAY_MS = 86_400_000;

export interface Kept {
  /** How many releases of each name, the newest first, besides those that are active. */
  readonly keep: number;
  /** What is younger than this stays. */
  readonly days: number;
}

/** What may go: old releases that nothing leads back to soon, and composed pages of states long left. */
export interface Prunable {
  readonly releases: readonly { readonly name: string; readonly id: string }[];
  readonly keys: readonly string[];
}

export async function findPrunable(
  store: Store,
  history: readonly IndexEntry[],
  kept: Kept,
  now: Date,
): Promise<Prunable> {
  const current = history.at(-1);
  const isOld = (at: string) => now.getTime() - Date.parse(at) > kept.days * DAY_MS;
  // A page that was open when its state was left may still ask for its files: states left lately count as current.
  const recent = history.filter(
    (entry, at) => entry === current || !isOld(history[at + 1]?.change.at ?? entry.change.at),
  );
  const inUse = new Set((await Promise.all(recent.map((entry) => releasesInUse(store, entry)))).flat());
  const releases = [];
  for (const name of await store.listNames()) {
    const all = await Promise.all((await store.listIds(name)).map((id) => store.read(name, id)));
    const oldestLast = all.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    const gone = oldestLast
      .slice(kept.keep)
      .filter(({ id, publishedAt }) => !inUse.has(`${name}@${id}`) && isOld(publishedAt));
    releases.push(...gone.map(({ id }) => ({ name, id })));
  }
  const pages = recent.flatMap((entry) => Object.values(entry.pages));
  const unnamed = async (prefix: string, names: Set<string | undefined>) =>
    (await store.blobs.list(prefix)).filter((file) => !names.has(file.split('.')[0])).map((file) => prefix + file);
  const keys = [
    ...(await unnamed('bodies/', new Set(pages.map(({ body }) => body)))),
    ...(await unnamed('rendered/', new Set(pages.map(({ template }) => template)))),
  ];
  return { releases, keys };
}

/** What is active, what a rollback would bring back, and what the pages name for when the active one fails. */
async function releasesInUse(store: Store, { releases, pages }: IndexEntry): Promise<string[]> {
  const lines = Object.entries(releases).flatMap(([name, { active, before }]) =>
    [active, ...before.slice(0, 1)].map((id) => `${name}@${id}`),
  );
  const index = await store.blobs.get(`bodies/${pages[INDEX_PATH]?.body}`);
  const remotes = index ? (JSON.parse(index.toString()) as ReleaseIndex).remotes : {};
  const fallbacks = Object.entries(remotes).flatMap(([name, { before }]) => (before ? [`${name}@${before.id}`] : []));
  return [...lines, ...fallbacks];
}

export async function prune(store: Store, { releases, keys }: Prunable) {
  for (const { name, id } of releases) await store.removeRelease(name, id);
  for (const key of keys) await store.blobs.remove(key);
}
