import { RELEASE_FILE } from '@site/contract/addresses';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import { put } from '@site/release-core/store/blobs';
import { bodyKey, clientKey, descriptionKey, type ReleaseName } from '@site/release-core/store/keys';
import { findPrunable, prune, readKeptHistory, releasesToKeep } from '@site/release-core/store/prune';
import type { Release } from '@site/release-core/store/release';
import type { Revision } from '@site/release-core/store/revision';
import { type DamagedRevision, describeRevision } from '@site/release-core/store/revisions';
import type { Store } from '@site/release-core/store/store';
import { StoreAwayError, UserError } from '@site/release-core/user-error';
import type { PageStore } from './composed-pages';

const AWAY_AFTER_MS = 10_000;
const NOTHING: MissingFiles = { bodies: [], releases: [] };

export interface FollowedStore {
  /** A visitor's request never waits for the remote store. */
  readonly pages: PageStore;
  /** Polls for a later change, and serves it once all its files are on this machine. */
  readonly poll: () => Promise<void>;
  readonly revision: () => Revision | null;
  readonly unavailableSince: () => Date | null;
}

interface FollowOptions {
  readonly now?: () => number;
  readonly log?: (line: string) => void;
}

export function followStore(
  store: Store,
  cache: Store,
  { now = Date.now, log = (line) => console.error(line) }: FollowOptions = {},
): FollowedStore {
  let latest: Revision | null = null;
  let damaged: readonly DamagedRevision[] = [];
  let missing = NOTHING;
  let askedAt: number | null = null;
  let failedAt: number | null = null;
  const inTurn = createConcurrencyLimit(1);

  async function serve(revision: Revision) {
    missing = await fillCache({ from: store, to: cache }, revision);
    for (const { name, id } of missing.releases) {
      log(`${name}@${id} is damaged or missing in the store: "npx pnpm release verify" says more.`);
    }
    latest = revision;
    await forgetOld(cache, new Date(now()));
  }

  async function ask() {
    const state = latest ? await store.readAfter(latest.seq) : await store.readState();
    if (state.revision) await serve(state.revision);
    else if (missing.bodies.length > 0) {
      missing = { ...missing, bodies: await copyBodies({ from: store, to: cache }, missing.bodies) };
    }
    damaged = state.damaged;
  }

  async function poll() {
    const startedAt = now();
    askedAt = startedAt;
    try {
      await ask();
      failedAt = null;
    } catch (error) {
      failedAt ??= startedAt;
      if (!(error instanceof StoreAwayError)) throw error;
      // A server that has just started serves the cache of an earlier one.
      latest ??= await keptRevision(cache, error);
    } finally {
      askedAt = null;
    }
  }

  return {
    pages: {
      readIntactBody: cache.readIntactBody,
      readState: async () => ({ revision: latest, damaged }),
      readAfter: async (seq) => ({ revision: latest && latest.seq > seq ? latest : null, damaged }),
    },
    poll: () => inTurn(poll),
    revision: () => latest,
    unavailableSince: () => {
      const since = failedAt ?? (askedAt !== null && now() - askedAt > AWAY_AFTER_MS ? askedAt : null);
      return since === null ? null : new Date(since);
    },
  };
}

async function keptRevision(cache: Store, away: StoreAwayError): Promise<Revision> {
  const { revision, damaged } = await cache.readState();
  if (revision && damaged.length === 0) return revision;
  const why = damaged.map(describeRevision).join('; ') || 'nothing is kept on this machine';
  throw new UserError(`${away.message} The site cannot start without it: ${why}.`, { cause: away });
}

/** Open pages may still request releases that were active recently. */
async function forgetOld(cache: Store, now: Date) {
  const rule = { keep: 0, days: 0, now };
  const history = await readKeptHistory(cache, rule);
  await prune(cache, await findPrunable(cache, history, rule));
  const [oldest] = history;
  for await (const found of cache.readBackwards()) {
    const { seq } = 'revision' in found ? found.revision : found.damaged;
    if (oldest && seq < oldest.seq) await cache.removeRevision(seq);
  }
}

/** Each copy has a file in memory. */
const AT_ONCE = 16;

interface StoreCopy {
  readonly from: Store;
  readonly to: Store;
}

interface MissingFiles {
  readonly bodies: readonly string[];
  readonly releases: readonly ReleaseName[];
}

/** Copies bodies, the releases that are active or that a fallback or a rollback may use, then the revision. */
async function fillCache(both: StoreCopy, revision: Revision): Promise<MissingFiles> {
  const bodies = await copyBodies(both, [...new Set(Object.values(revision.pages).map(({ body }) => body))]);
  const releases = await copyReleases(both, await releasesToKeep(both.to, revision));
  await replaceRevisions(both.to, revision);
  return { bodies, releases };
}

async function copyBodies({ from, to }: StoreCopy, keys: readonly string[]): Promise<string[]> {
  const limited = createConcurrencyLimit(AT_ONCE);
  const missing: string[] = [];
  const copy = async (key: string) => {
    if (await to.readIdentity(key)) return;
    const forms = Object.entries(await from.readIntactBody(key));
    for (const [ending, bytes] of forms) await put(to.blobs, bodyKey(key) + ending, bytes);
    if (forms.length === 0) missing.push(key);
  };
  await Promise.all(keys.map((key) => limited(() => copy(key))));
  return missing;
}

async function copyReleases({ from, to }: StoreCopy, releases: readonly ReleaseName[]): Promise<ReleaseName[]> {
  const missing: ReleaseName[] = [];
  for (const wanted of releases) {
    if (await to.readIfIntact(wanted.name, wanted.id)) continue;
    const release = await from.readIfIntact(wanted.name, wanted.id);
    if (!release || !(await copyFiles({ from, to }, release))) missing.push(wanted);
  }
  return missing;
}

/** The description is last: a release with a description is complete. */
async function copyFiles({ from, to }: StoreCopy, release: Release): Promise<boolean> {
  const limited = createConcurrencyLimit(AT_ONCE);
  const copy = async ([file, hash]: readonly [string, string]) => {
    const key = clientKey(release, file);
    const content = await from.blobs.get(key);
    if (!content || integrityOf(content) !== hash) return false;
    await put(to.blobs, key, content);
    return true;
  };
  const files = Object.entries(release.files).filter(([file]) => file !== RELEASE_FILE);
  const copied = await Promise.all(files.map((file) => limited(() => copy(file))));
  const description = await from.blobs.get(descriptionKey(release));
  if (!description || !copied.every(Boolean)) return false;
  await put(to.blobs, descriptionKey(release), description);
  return true;
}

/** A store restored from a backup may reuse the numbers of later revisions. */
async function replaceRevisions(cache: Store, revision: Revision) {
  for await (const found of cache.readBackwards()) {
    const { seq } = 'revision' in found ? found.revision : found.damaged;
    if (seq < revision.seq) break;
    await cache.removeRevision(seq);
  }
  await cache.addRevision(revision);
}
