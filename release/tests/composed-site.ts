import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compose } from '../src/compose/compose';
import { buildPackages } from '../src/publish/build-package';
import { listPackages } from '../src/publish/packages';
import { publish } from '../src/publish/publish';
import { readSiteConfig } from '../src/site/config/site-config';
import type { ComposedPages } from '../src/store/release';
import { memoryStore } from '../src/testing/memory-store';
import { copyWorkspace } from './workspace-copy';

const root = join(__dirname, '../..');

export interface ComposedSite {
  /** Text of each page, by its path, and of each file beside them. */
  readonly texts: ReadonlyMap<string, string>;
  readonly described: ComposedPages;
  /** Bytes of a release's client file, by its address below the site's origin. */
  readonly released: (address: string) => Promise<Buffer>;
  readonly remove: () => Promise<void>;
}

/** Builds, publishes and composes the workspace as it is, for a site that knows its public address. */
export async function composeSite(origin: string): Promise<ComposedSite> {
  const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));
  const copy = copyWorkspace(['contract', 'shell', 'shared-ui', 'tooling', ...remotes]);
  const packages = listPackages(copy);
  await buildPackages(packages);

  const store = memoryStore();
  const published = await Promise.all(packages.map((one) => publish(store, one)));
  const lines = published.map(({ release: { name, id } }) => [name, { active: id, before: [], revoked: [] }]);
  const { site } = await readSiteConfig(join(root, 'site.json'));
  const backend = { url: '', anonKey: 'example-key' };
  const { pages } = await compose(store, {
    seq: 1,
    releases: Object.fromEntries(lines),
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
    remove: () => rm(copy, { recursive: true }),
  };
}
