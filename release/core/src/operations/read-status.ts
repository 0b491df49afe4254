import { requireState } from '../changes/decide';
import type { DamagedEntry } from '../store/index-entries';
import type { IndexEntry, ReleaseLine } from '../store/release';
import type { Store } from '../store/store';
import { readWatches, type WatchStatus } from './read-watches';

type NamedStatus = Awaited<ReturnType<typeof readPart>>;

export interface SiteStatus extends Required<Pick<IndexEntry, 'seq' | 'deactivated' | 'holds'>> {
  readonly names: readonly NamedStatus[];
  readonly damaged: readonly DamagedEntry[];
  readonly watches: readonly WatchStatus[];
}

/** @throws UserError when the store is empty */
export async function readStatus(store: Store): Promise<SiteStatus> {
  const { entry, damaged } = await store.readState();
  const { seq, releases, deactivated = {}, holds = {}, since } = requireState(entry);
  const names = await Promise.all(
    Object.entries(releases).map(([name, line]) => readPart(store, { name, line, since: since[name] ?? null })),
  );
  const watches = await readWatches(store);
  return { seq, names, deactivated, holds, damaged, watches };
}

interface NamedLine {
  readonly name: string;
  readonly line: ReleaseLine;
  readonly since: string | null;
}

async function readPart(store: Store, { name, line, since }: NamedLine) {
  const { active, previous, revoked } = line;
  const release = await store.readIfIntact(name, active);
  const ids = await store.listIds(name);
  const others = ids.filter((id) => id !== active && !previous.includes(id) && !revoked.includes(id));
  const waiting = (await Promise.all(others.map((id) => store.readIfIntact(name, id)))).filter((one) => one !== null);
  return {
    name,
    /** Of its first page; null for a shell. */
    title: release?.routes[0]?.title ?? null,
    ...(release?.private && { private: release.private }),
    active,
    activeSince: since,
    commit: release?.commit ?? null,
    previous: previous.filter((id) => ids.includes(id)),
    revoked,
    waiting: waiting.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)).map(({ id }) => id),
    publishedAt: release?.publishedAt ?? null,
    size: release?.size ?? null,
  };
}
