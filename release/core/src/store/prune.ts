import { DAY_MS } from '@site/contract/today';
import { listAbandonedScratch } from './folder-blobs';
import { historySince } from './history';
import { bodyKey, type ReleaseName, renderedKey } from './keys';
import { listAbandonedUploads } from './open-uploads';
import { readPageIndexes } from './page-index';
import type { Revision } from './revision';
import { readNewestFirst, type Store } from './store';

/** Days that a page may stay open. The files that it may request are kept as long, whatever `days` is. */
const DAYS_OPEN = 2;

export interface RetentionRule {
  /** Number of newest releases to keep of each name. Releases in use are always kept. */
  readonly keep: number;
  readonly days: number;
  readonly now: Date;
}

export interface Prunable {
  readonly releases: readonly ReleaseName[];
  readonly keys: readonly string[];
  readonly scratch: readonly string[];
}

const retentionDays = ({ days }: RetentionRule) => Math.max(days, DAYS_OPEN);

export const readKeptHistory = (store: Store, rule: RetentionRule): Promise<Revision[]> =>
  historySince(store, new Date(rule.now.getTime() - retentionDays(rule) * DAY_MS));

export async function findPrunable(store: Store, history: readonly Revision[], rule: RetentionRule): Promise<Prunable> {
  const current = history.at(-1);
  const isOlder = (at: string, days: number) => rule.now.getTime() - Date.parse(at) > days * DAY_MS;
  const isOld = (at: string) => isOlder(at, rule.days);
  // A page that is still open may request files of its state, so recently replaced states count as current.
  const recent = history.filter(
    (revision, at) =>
      revision === current || !isOlder(history[at + 1]?.change.at ?? revision.change.at, retentionDays(rule)),
  );
  const usedReleases = (await Promise.all(recent.map((revision) => releasesToKeep(store, revision)))).flat();
  const needed = new Set(usedReleases.map(({ name, id }) => `${name}@${id}`));
  const releases = [];
  for (const name of await store.listNames()) {
    const newestFirst = await readNewestFirst(store, name, await store.listIds(name));
    const prunable = newestFirst
      .slice(rule.keep)
      .filter(({ id, publishedAt }) => !needed.has(`${name}@${id}`) && isOld(publishedAt));
    releases.push(...prunable.map(({ id }) => ({ name, id })));
  }
  const pages = recent.flatMap((revision) => Object.values(revision.pages));
  const unnamed = async (prefix: string, names: Set<string | undefined>) =>
    (await store.blobs.list(prefix)).filter((file) => !names.has(file.split('.')[0])).map((file) => prefix + file);
  const keys = [
    ...(await unnamed(bodyKey(''), new Set(pages.map(({ body }) => body)))),
    ...(await unnamed(renderedKey(''), new Set(pages.map(({ template }) => template)))),
  ];
  return { releases, keys, scratch: await listAbandonedScratch(store.blobs, rule.now) };
}

/** The active releases, those that a rollback or an activation would restore, and the fallbacks of the pages. */
export async function releasesToKeep(
  store: Store,
  { releases, deactivated = {}, pages }: Revision,
): Promise<ReleaseName[]> {
  const indexes = await readPageIndexes(pages, (_, body) => store.readIdentity(body));
  const remotes = Object.fromEntries(indexes.flatMap((index) => Object.entries(index.remotes)));
  const restorable = Object.entries(releases).flatMap(([name, { active, previous }]) =>
    // When the index does not name the fallback, it can be any of the previous releases.
    [active, ...(name === 'shell' || remotes[name] ? previous.slice(0, 1) : previous)].map((id) => ({ name, id })),
  );
  const revivable = Object.entries(deactivated).flatMap(([name, { previous }]) =>
    previous.slice(0, 1).map((id) => ({ name, id })),
  );
  const fallbacks = Object.entries(remotes).flatMap(([name, { previous }]) =>
    previous ? [{ name, id: previous.id }] : [],
  );
  return [...restorable, ...revivable, ...fallbacks];
}

export async function prune(store: Store, { releases, keys, scratch }: Prunable) {
  for (const release of releases) await store.removeRelease(release);
  for (const key of [...keys, ...scratch]) await store.blobs.remove(key);
}

export async function pruneStore(store: Store, { keep, days }: Omit<RetentionRule, 'now'>) {
  // Fails when the latest revision cannot be read, because it may need releases that earlier ones do not.
  await store.readRevision();
  const rule = { keep, days, now: new Date() };
  const history = await readKeptHistory(store, rule);
  const prunable = await findPrunable(store, history, rule);
  await prune(store, prunable);
  const uploads = await listAbandonedUploads(store.blobs, new Date());
  for (const key of uploads) await store.blobs.remove(key);
  return { ...prunable, uploads };
}
