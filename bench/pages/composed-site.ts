import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '@site/contract/host';
import { todayInParis } from '@site/contract/today';
import { changeIndex } from '@site/release/src/changes/change-index';
import { decideComposition } from '@site/release/src/changes/decide';
import { buildPackages } from '@site/release/src/publish/build-package';
import { listPackages } from '@site/release/src/publish/packages';
import { publish } from '@site/release/src/publish/publish';
import { composedPages, type PageAt } from '@site/release/src/serve/composed-pages';
import { type ReadReleaseFile, releaseFiles } from '@site/release/src/serve/release-files';
import { readSiteConfig } from '@site/release/src/site/config/site-config';
import { openSiteStore } from '@site/release/src/store/open-site-store';
import type { Store } from '@site/release/src/store/store';

export const ROOT = join(import.meta.dirname, '../..');

const NO_BACKEND: Backend = { url: '', anonKey: 'bench' };

export interface ComposedSite {
  readonly dataDir: string;
  readonly store: Store;
  readonly pageAt: PageAt;
  readonly readReleaseFile: ReadReleaseFile;
  readonly remove: () => Promise<void>;
}

/** Builds, publishes and composes the working copy into a temporary folder, as the first start does. */
export async function composeSite(backend: Backend = NO_BACKEND): Promise<ComposedSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-bench-'));
  const packages = listPackages(ROOT);
  await buildPackages(packages);
  const store = openSiteStore(dataDir);
  const published = await Promise.all(packages.map((one) => publish(store, one)));
  const lines = Object.fromEntries(
    published.map(({ release: { name, id } }) => [name, { active: id, before: [], revoked: [] }]),
  );
  const { site } = await readSiteConfig(join(ROOT, 'site.json'));
  const data = { site, backend, composedOn: todayInParis() };
  await changeIndex(store, '', async (current) => decideComposition(current, 'start', { releases: lines, data }));
  return {
    dataDir,
    store,
    pageAt: composedPages(store),
    readReleaseFile: releaseFiles(store.blobs),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
