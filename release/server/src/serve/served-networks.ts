import { networkGroup } from '@site/backend/client-address';
import type { NetworkGroups } from '@site/backend/site-update';
import type { ReleaseName } from '@site/release-core/store/keys';

/** Collects the groups of the networks that pages of a release were sent to. */
export function createNetworkGroups() {
  let groups = new Map<string, Map<string, Set<number>>>();
  return {
    add: (prefix: string, release: ReleaseName): void => {
      const ofName = groups.get(release.name) ?? new Map<string, Set<number>>();
      const ofRelease = ofName.get(release.id) ?? new Set<number>();
      groups.set(release.name, ofName.set(release.id, ofRelease.add(networkGroup(prefix, release))));
    },
    /** Returns those since the last call. */
    drain: (): NetworkGroups => {
      const taken = groups;
      groups = new Map();
      const ofName = (ids: Map<string, Set<number>>) =>
        Object.fromEntries([...ids].map(([id, numbers]) => [id, [...numbers]]));
      return Object.fromEntries([...taken].map(([name, ids]) => [name, ofName(ids)]));
    },
  };
}
