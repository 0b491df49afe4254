import { join } from 'node:path';
import { compose } from '@site/release-core/compose/compose';
import { readSiteConfig } from '@site/release-core/config/site-config';
import type { ComposedPages } from '@site/release-core/store/revision';
import { openSiteStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyFirstReleases, HOSTED, startSite } from './running-site';
import { copyWholeWorkspace } from './workspace-copy';

export interface ComposedSite {
  /** Text of each page and accompanying file, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly described: ComposedPages;
  /** Bytes of a release's client file, by its path below the site's origin. */
  readonly released: (address: string) => Promise<Buffer>;
}

/** Composes the current workspace for a site with a public address. */
export async function composeSite(origin: string): Promise<ComposedSite> {
  const dataDir = temporaryFolder();
  // Builds in a copy, since another test file may build in the checkout at the same time.
  if (!copyFirstReleases(dataDir)) {
    const site = await startSite({ DATA_DIR: dataDir, ...HOSTED }, copyWholeWorkspace(temporaryFolder()));
    await site.end();
  }
  const store = openSiteStore(dataDir);
  const { releases = {} } = (await store.readRevision()) ?? {};
  const { site } = await readSiteConfig(join(root, 'site.json'));
  const backend = { url: '', anonKey: 'example-key' };
  const { pages } = await compose(store, {
    seq: 1,
    releases,
    data: { site: { ...site, origin }, backend, composedOn: '2026-11-21' },
  });

  const texts = Object.entries(pages).map(
    async ([path, { body }]): Promise<[string, string]> => [path, (await store.readBody(body)).toString()],
  );
  return {
    described: pages,
    texts: new Map(await Promise.all(texts)),
    released: async (address) => {
      const [, , name = '', id = '', file = ''] = address.split('/');
      return store.readClientFile({ name, id }, file);
    },
  };
}
