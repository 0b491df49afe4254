import type { WatchNotice } from '@site/backend/site-messages';
import { MINUTE_MS } from '@site/contract/today';
import { activate } from '@site/release-core/changes/activate';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { addAll, makeOn, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { NO_COUNTS } from '@site/release-core/watch/judge';
import type { ReadCounts, ReleaseCounts } from '@site/release-core/watch/watch';
import { createAutoRollback } from '../../src/auto-rollback/auto-rollback';

/** What browsers report, by `name@id`, since the change. */
type Reports = Record<string, Partial<ReleaseCounts>>;

/**
 * A site with two releases of shell, landing, booking and contact, of which the first are active.
 * @param dataDir gets the reserve for a full disk
 */
export async function openWatchedSite(dataDir: string, store = memoryStore()) {
  await openTinySite(store, [tinyShell(), ...['landing', 'booking', 'contact'].map((name) => tinyRemote(name))]);
  await addAll(store, [
    tinyShell('1.0.0-s2'),
    ...['landing', 'booking', 'contact'].map((name) => tinyRemote(name, '1.0.0-b')),
  ]);
  await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
  return watchedSite(dataDir, store);
}

/** Programs that roll the same store back automatically, with a clock and counts of their own. */
function watchedSite(dataDir: string, store: Store) {
  const reported: Reports = {};
  const site = {
    now: Date.now(),
    /** Null while the backend does not answer. */
    before: {
      served: 1000,
      live: 900,
      opened: 900,
      started: 810,
      working: 850,
      networks: 900,
    } as Partial<ReleaseCounts> | null,
    unattributed: 0,
    dropped: 0,
    isAway: false,
  };
  const notices: WatchNotice[] = [];
  const lines: string[] = [];
  const readCounts: ReadCounts = async (watched) =>
    site.isAway
      ? null
      : watched.map(({ name, id }) => ({
          name,
          id,
          since: { ...NO_COUNTS, ...reported[`${name}@${id}`] },
          before: site.before && { ...NO_COUNTS, ...site.before },
          unattributed: site.unattributed,
          dropped: site.dropped,
        }));
  const start = (judged = store) =>
    createAutoRollback({
      store: judged,
      dataDir,
      readCounts,
      now: () => site.now,
      tellOwner: (notice) => void notices.push(notice),
      log: (line) => void lines.push(line),
    });
  const autoRollback = start();
  return {
    store,
    site,
    reported,
    notices,
    lines,
    start,
    autoRollback,
    poll: async (times = 1, polling = [autoRollback]) => {
      for (let each = 0; each < times; each += 1) {
        site.now += MINUTE_MS;
        await Promise.all(polling.map((one) => one.poll()));
      }
    },
    /** One page a minute for a network of its own that does not become live. */
    serve: async (minutes: number, ...releases: readonly string[]) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        for (const release of releases) {
          const { served = 0, opened = 0 } = reported[release] ?? {};
          reported[release] = { ...reported[release], served: served + 1, opened: opened + 1, networks: opened + 1 };
        }
        site.now += MINUTE_MS;
        await autoRollback.poll();
      }
    },
    activate: (...words: readonly string[]) => activateWatched(store, words),
    activeOf: async (name: string) => (await store.readRevision())?.releases[name]?.active,
    lastChange: async () => (await store.readRevision())?.change,
  };
}

export const activateWatched = (store: Store, words: readonly string[], own: object = {}) =>
  makeOn({ store }, activate, { words, why: 'a new one', who: 'équipe réservation', isUnchecked: true, ...own });
