import { findHold } from '@site/release-core/changes/holds';
import type { Hold, IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import type { ReleasablePackage } from './packages';
import { sourceHash } from './source-hash';

type ActiveParts = Pick<IndexEntry, 'releases' | 'deactivated' | 'holds'>;

interface HeldPackage extends ReleasablePackage {
  readonly hold: Hold;
}

export interface Differences {
  /** Their sources differ from those of the active release. */
  readonly changed: readonly ReleasablePackage[];
  /** Changed as well, but their last change was undone on purpose. */
  readonly held: readonly HeldPackage[];
  /** They have no release, and were not deactivated. */
  readonly missing: readonly ReleasablePackage[];
}

/** Compares the working copy with the active releases. */
export async function findChanged(
  store: Store,
  { releases, deactivated = {}, holds = {} }: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<Differences> {
  const changed: ReleasablePackage[] = [];
  const held: HeldPackage[] = [];
  for (const releasable of packages) {
    const line = releases[releasable.name];
    const release = line && (await store.readIfIntact(releasable.name, line.active));
    if (!release || release.source === (await sourceHash(releasable, release.sources))) continue;
    const hold = findHold({ holds }, releasable.name);
    if (hold) held.push({ ...releasable, hold });
    else changed.push(releasable);
  }
  const missing = packages.filter(({ name }) => !releases[name] && !deactivated[name]);
  return { changed, held, missing };
}
