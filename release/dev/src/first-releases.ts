import { publishBuilt } from '@site/release/publish/built-release';
import { buildPackages, listPackages, type ReleasablePackage } from '@site/release/publish/packages';
import { findChanged } from '@site/release/publish/sources';
import { describeHold } from '@site/release-core/changes/holds';
import type { SiteEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import type { FindReleases } from '@site/server/site/prepare-site';
import { takeStep } from '@site/terminal/output';

/** The first start publishes. Later ones publish nothing, so that a rollback survives a restart. */
export const activeOrFirstReleases =
  (root: string): FindReleases =>
  async (store, signal) => {
    const packages = listPackages(root);
    const { entry } = await store.readState();
    if (entry) {
      for (const line of await compareWorkingCopy(store, entry, packages)) console.log(line);
      return { store, releases: entry.releases };
    }
    console.log(`Building ${packages.map(({ name }) => name).join(', ')}…`);
    await buildPackages(packages, { signal, takeStep });
    const published = await takeStep('store the releases', () =>
      Promise.all(packages.map((one) => publishBuilt(store, one))),
    );
    const parts = published.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }]);
    return { store, releases: Object.fromEntries(parts) };
  };

type ActiveParts = Pick<SiteEntry, 'releases' | 'deactivated' | 'holds'>;

const TO_SEE = 'To see it: "npx pnpm release publish --changed", then the activation that it prints.';

export async function compareWorkingCopy(
  store: Store,
  active: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<string[]> {
  const { changed, held, missing } = await findChanged(store, active, packages);
  const namesOf = (listed: readonly ReleasablePackage[]) => listed.map(({ name }) => name).join(', ');
  return [
    ...held.map(({ name, hold }) => `${describeHold(name, hold)} To lift it, activate its next release with --resume.`),
    ...(changed.length > 0 ? [`Changed since the active release was built: ${namesOf(changed)}. ${TO_SEE}`] : []),
    ...(missing.length > 0 ? [`Not published yet: ${namesOf(missing)}. ${TO_SEE}`] : []),
  ];
}

/** The active releases of these packages; none in an empty store. */
export const releasesBesideHot =
  (packages: readonly ReleasablePackage[]): FindReleases =>
  async (store) => {
    const entry = await store.readEntry();
    if (!entry) return { store, releases: {} };
    for (const line of await compareWorkingCopy(store, entry, packages)) console.log(line);
    const active = Object.entries(entry.releases).filter(([name]) => packages.some((one) => one.name === name));
    const listed = active.map(([name, part]) => `${name}@${part.active}`).join(', ');
    if (listed) console.log(`From the active releases: ${listed}.`);
    return { store, releases: Object.fromEntries(active) };
  };
