import { INDEX_PATH } from '@site/contract/addresses';
import type { ReleaseIndex } from '@site/contract/release-index';
import { bodyKey, type ReleaseName } from './keys';
import type { IndexEntry } from './release';
import type { Store } from './store';

const DAY_MS = 86_400_000;

export interface Kept {
  /** How many releases of each name stay, the newest first, besides the active ones. */
  readonly keep: number;
  readonly days: number;
  readonly now: Date;
}

/** Old releases that no rollback or fallback leads to, and composed pages of states that were left long ago. */
interface Prunable {
  readonly releases: readonly ReleaseName[];
  readonly keys: readonly string[];
}

export async function findPrunable(store: Store, history: readonly IndexEntry[], kept: Kept): Promise<Prunable> {
  const current = history.at(-1);
  const isOld = (at: string) => kept.now.getTime() - Date.parse(at) > kept.days * DAY_MS;
  // A page that was open when its state was left may still request its files: states left lately count as current.
  const recent = history.filter(
    (entry, at) => entry === current || !isOld(history[at + 1]?.change.at ?? entry.change.at),
  );
  const inUse = new Set((await Promise.all(recent.map((entry) => releasesInUse(store, entry)))).flat());
  const releases = [];
  for (const name of await store.listNames()) {
    const all = await Promise.all((await store.listIds(name)).map((id) => store.read(name, id)));
    const newestFirst = all.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    const gone = newestFirst
      .slice(kept.keep)
      .filter(({ id, publishedAt }) => !inUse.has(`${name}@${id}`) && isOld(publishedAt));
    releases.push(...gone.map(({ id }) => ({ name, id })));
  }
  const pages = recent.flatMap((entry) => Object.values(entry.pages));
  const unnamed = async (prefix: string, names: Set<string | undefined>) =>
    (await store.blobs.list(prefix)).filter((file) => !names.has(file.split('.')[0])).map((file) => prefix + file);
  const keys = [
    ...(await unnamed(bodyKey(''), new Set(pages.map(({ body }) => body)))),
    ...(await unnamed('rendered/', new Set(pages.map(({ template }) => template)))),
  ];
  return { releases, keys };
}

/** The active releases, the one that a rollback of each restores, and the fallbacks that the pages name. */
async function releasesInUse(store: Store, { releases, pages }: IndexEntry): Promise<string[]> {
  const restorable = Object.entries(releases).flatMap(([name, { active, before }]) =>
    [active, ...before.slice(0, 1)].map((id) => `${name}@${id}`),
  );
  const body = pages[INDEX_PATH]?.body;
  const index = body ? await store.blobs.get(bodyKey(body)) : null;
  const remotes = index ? (JSON.parse(index.toString()) as ReleaseIndex).remotes : {};
  const fallbacks = Object.entries(remotes).flatMap(([name, { before }]) => (before ? [`${name}@${before.id}`] : []));
  return [...restorable, ...fallbacks];
}

export async function prune(store: Store, { releases, keys }: Prunable) {
  for (const release of releases) await store.removeRelease(release);
  for (const key of keys) await store.blobs.remove(key);
}
