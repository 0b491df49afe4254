import { publishBuilt } from '@site/release-cli/publish/built-release';
import { buildPackages, listPackages, type ReleasablePackage } from '@site/release-cli/publish/packages';
import { findChanged } from '@site/release-cli/publish/sources';
import { describeHold } from '@site/release-core/changes/holds';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import type { FindReleases } from '@site/release-server/start/prepare-site';
import { takeStep } from '@site/terminal/output';

/** The first start publishes. Later ones publish nothing, so that a rollback survives a restart. */
export const activeOrFirstReleases =
  (root: string): FindReleases =>
  async (store, signal) => {
    const packages = listPackages(root);
    const { revision } = await store.readState();
    if (revision) {
      for (const line of await compareWorkingCopy(store, revision, packages)) console.log(line);
      return { store, releases: revision.releases };
    }
    await buildPackages(packages, { signal, takeStep });
    const published = await takeStep('store the releases', () =>
      Promise.all(packages.map((one) => publishBuilt(store, one))),
    );
    const parts = published.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }]);
    return { store, releases: Object.fromEntries(parts) };
  };

type ActiveParts = Pick<Revision, 'releases' | 'deactivated' | 'holds'>;

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

export const releasesBesideHot =
  (packages: readonly ReleasablePackage[]): FindReleases =>
  async (store) => {
    const revision = await store.readRevision();
    if (!revision) return { store, releases: {} };
    for (const line of await compareWorkingCopy(store, revision, packages)) console.log(line);
    const active = Object.entries(revision.releases).filter(([name]) => packages.some((one) => one.name === name));
    const listed = active.map(([name, part]) => `${name}@${part.active}`).join(', ');
    if (listed) console.log(`From the active releases: ${listed}.`);
    return { store, releases: Object.fromEntries(active) };
  };
