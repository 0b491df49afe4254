import { createHash } from 'node:crypto';
import type { NetworkCounts } from '@site/backend/site-update';
import type { ReleaseName } from '@site/release-core/store/keys';

/** So few that a group does not tell who was there, and so many that six networks are rarely in the same ones. */
export const NETWORK_GROUPS = 64;

/**
 * The group of a network, other ones for each release. Without a salt, so that all servers, and a restarted one, put a
 * network into the same group: it counts once.
 */
function groupOf(network: string, { name, id }: ReleaseName): number {
  const digest = createHash('sha256').update(`${name}@${id} ${network}`).digest();
  return digest.readUInt16BE() % NETWORK_GROUPS;
}

/** Collects the groups of the networks that pages of a release were sent to. */
export function createNetworkGroups() {
  let groups = new Map<string, Map<string, Set<number>>>();
  return {
    add: (network: string, release: ReleaseName): void => {
      const ofName = groups.get(release.name) ?? new Map<string, Set<number>>();
      const ofRelease = ofName.get(release.id) ?? new Set<number>();
      groups.set(release.name, ofName.set(release.id, ofRelease.add(groupOf(network, release))));
    },
    /** Returns those since the last call. */
    drain: (): NetworkCounts => {
      const taken = groups;
      groups = new Map();
      const ofName = (ids: Map<string, Set<number>>) =>
        Object.fromEntries([...ids].map(([id, numbers]) => [id, [...numbers]]));
      return Object.fromEntries([...taken].map(([name, ids]) => [name, ofName(ids)]));
    },
  };
}
