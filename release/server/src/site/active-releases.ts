import { backendIncompatibilities } from '@site/release-core/compose/backend-fit';
import type { ReleaseLines } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';

/** With these, the backend refuses migrations that an active release cannot meet. */
export async function activeCalls(store: Store | null) {
  const entry = store && (await store.readState()).entry;
  const active = entry ? await readActiveReleases(store, entry.releases) : [];
  const calls = active.map(({ name, id, requires }) => ({ release: `${name}@${id}`, backend: requires.backend }));
  return { ACTIVE_CALLS: JSON.stringify(calls) };
}

async function readActiveReleases(store: Store, releases: ReleaseLines) {
  const active = Object.entries(releases).map(([name, line]) => store.readIfIntact(name, line.active));
  return (await Promise.all(active)).filter((one) => one !== null);
}

/** Pages with such releases are served; their calls fail. */
export const activeIncompatibilities = async (store: Store, releases: ReleaseLines) =>
  backendIncompatibilities(store, await readActiveReleases(store, releases));
