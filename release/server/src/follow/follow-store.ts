import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { type DamagedEntry, describeEntry } from '@site/release-core/store/index-entries';
import { findPrunable, prune, readKeptHistory } from '@site/release-core/store/prune';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { StoreAwayError, UserError } from '@site/release-core/user-error';
import type { PageStore } from '../serve/composed-pages';
import { copyBodies, fillCache, type MissingFiles } from './fill-cache';

const AWAY_AFTER_MS = 10_000;
const NOTHING: MissingFiles = { bodies: [], releases: [] };

export interface FollowedStore {
  /** A visitor's request never waits for the remote store. */
  readonly pages: PageStore;
  /** Polls for a later change, and serves it once all its files are on this machine. */
  readonly poll: () => Promise<void>;
  /** Null before the first `poll`. */
  readonly entry: () => IndexEntry | null;
  /** Null while the store answers. */
  readonly unavailableSince: () => Date | null;
}

interface FollowOptions {
  readonly now?: () => number;
  readonly print?: (line: string) => void;
}

export function followStore(
  store: Store,
  cache: Store,
  { now = Date.now, print = (line) => console.error(line) }: FollowOptions = {},
): FollowedStore {
  let latest: IndexEntry | null = null;
  let damaged: readonly DamagedEntry[] = [];
  let missing = NOTHING;
  let askedAt: number | null = null;
  let failedAt: number | null = null;
  const inTurn = createConcurrencyLimit(1);

  async function serve(entry: IndexEntry) {
    missing = await fillCache({ from: store, to: cache }, entry);
    for (const { name, id } of missing.releases) {
      print(`${name}@${id} is damaged or missing in the store: "npx pnpm release verify" says more.`);
    }
    latest = entry;
    await forgetOld(cache, new Date(now()));
  }

  async function ask() {
    const state = latest ? await store.readAfter(latest.seq) : await store.readState();
    if (state.entry) await serve(state.entry);
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
      latest ??= await keptEntry(cache, error);
    } finally {
      askedAt = null;
    }
  }

  return {
    pages: {
      readIntactBody: cache.readIntactBody,
      readState: async () => ({ entry: latest, damaged }),
      readAfter: async (seq) => ({ entry: latest && latest.seq > seq ? latest : null, damaged }),
    },
    poll: () => inTurn(poll),
    entry: () => latest,
    unavailableSince: () => {
      const since = failedAt ?? (askedAt !== null && now() - askedAt > AWAY_AFTER_MS ? askedAt : null);
      return since === null ? null : new Date(since);
    },
  };
}

async function keptEntry(cache: Store, away: StoreAwayError): Promise<IndexEntry> {
  const { entry, damaged } = await cache.readState();
  if (entry && damaged.length === 0) return entry;
  const why = damaged.map(describeEntry).join('; ') || 'nothing is kept on this machine';
  throw new UserError(`${away.message} The site cannot start without it: ${why}.`, { cause: away });
}

/** Open pages may still request releases that were active recently. */
async function forgetOld(cache: Store, now: Date) {
  const kept = { keep: 0, days: 0, now };
  const history = await readKeptHistory(cache, kept);
  await prune(cache, await findPrunable(cache, history, kept));
  const [oldest] = history;
  for await (const reading of cache.readBackwards()) {
    const { seq } = 'entry' in reading ? reading.entry : reading.damaged;
    if (oldest && seq < oldest.seq) await cache.removeEntry(seq);
  }
}
