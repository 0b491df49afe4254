import { buildPackages } from '../publish/build-package';
import { listPackages } from '../publish/packages';
import { publish } from '../publish/publish';
import type { FindReleases } from './prepare-site';
import { compareWorkingCopy } from './working-copy';

/**
 * The active releases; on a first start, those just built and published. It publishes only into an empty store, so that a
 * rollback survives a restart, and prints what the working copy has changed since.
 */
export const activeOrFirstReleases =
  (root: string): FindReleases =>
  async (store, signal) => {
    const packages = listPackages(root);
    const { entry: index } = await store.readState();
    if (index) {
      for (const line of await compareWorkingCopy(store, index, packages)) console.log(line);
      return { store, releases: index.releases };
    }
    console.log(`Building ${packages.map(({ name }) => name).join(', ')}…`);
    await buildPackages(packages, signal);
    const published = await Promise.all(packages.map((one) => publish(store, one)));
    const lines = published.map(({ release: { name, id } }) => [name, { active: id, before: [], revoked: [] }]);
    return { store, releases: Object.fromEntries(lines) };
  };
