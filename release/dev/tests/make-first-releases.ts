import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPackages } from '@site/release-cli/publish/packages';
import { startSite } from './running-site';

// Starts a site in a new data folder, which builds and publishes every part, and copies the builds to
// `builds/<package>/dist`.
const [dataDir = ''] = process.argv.slice(2);

async function makeFirstReleases() {
  const site = await startSite({ DATA_DIR: dataDir });
  await site.end();
  for (const { folder } of listPackages(join(import.meta.dirname, '../../..'))) {
    cpSync(join(folder, 'dist'), join(dataDir, 'builds', basename(folder), 'dist'), { recursive: true });
  }
}
void makeFirstReleases();
