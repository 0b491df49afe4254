import { join } from 'node:path';
import { publishBuilt } from '@site/release-cli/publish/built-release';
import { buildPackages, listPackages } from '@site/release-cli/publish/packages';
import { openSiteStore } from '@site/release-core/store/store';
import { readSettings } from '@site/release-server/read-site-data';
import { runProgram } from '@site/release-server/run-program';
import { takeStep } from '@site/terminal/output';

const root = join(import.meta.dirname, '../../../..');

runProgram(async ({ signal }) => {
  const { dataDir, objectStore } = readSettings(process.env, root);
  const store = openSiteStore(dataDir, objectStore);
  const packages = listPackages(root);
  await buildPackages(packages, { signal, takeStep });
  const published = await takeStep('store the releases', () =>
    Promise.all(packages.map((one) => publishBuilt(store, one))),
  );
  process.send?.(Object.fromEntries(published.map(({ release: { name, id } }) => [name, id])));
});
