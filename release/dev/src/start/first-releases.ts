import { buildPackages } from '@site/release/publish/build-package';
import { listPackages } from '@site/release/publish/packages';
import { publish } from '@site/release/publish/publish';
import type { FindReleases } from '@site/server/site/prepare-site';
import { takeStep } from '@site/terminal/progress';
import { compareWorkingCopy } from './working-copy';

/** The first start publishes. Later ones publish nothing, so that a rollback survives a restart. */
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
    await buildPackages(packages, { signal, takeStep });
    const published = await takeStep('store the releases', () =>
      Promise.all(packages.map((one) => publish(store, one))),
    );
    const lines = published.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }]);
    return { store, releases: Object.fromEntries(lines) };
  };
