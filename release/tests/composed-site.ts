import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages } from '../src/build-package';
import { type ComposedPages, compose } from '../src/compose/compose';
import { listPackages } from '../src/packages';
import { publish } from '../src/publish';
import { readSiteConfig } from '../src/site-config';
import { openFolderStore } from '../src/store/folder-store';
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
  const copy = copyWorkspace(['shell', 'shared-ui', 'tooling', ...remotes]);
  const packages = listPackages(copy);
  await buildPackages(packages);

  const folder = await mkdtemp(join(tmpdir(), 'composed-site-'));
  const store = openFolderStore(folder);
  const releases = await Promise.all(packages.map((one) => publish(store, one)));
  const active = Object.fromEntries(releases.map(({ name, id }) => [name, id]));
  const { site } = await readSiteConfig(join(root, 'site.json'));
  const backend = { url: '', anonKey: 'example-key' };
  const pages = await compose(
    store,
    { seq: 1, active },
    { site: { ...site, origin }, backend, composedOn: '2026-11-21' },
  );

  const at = (file: string) => join(folder, 'pages', pages, file);
  const described = JSON.parse(await readFile(at('pages.json'), 'utf8')) as ComposedPages;
  const texts = Object.entries(described).map(
    async ([path, { file }]): Promise<[string, string]> => [path, await readFile(at(file), 'utf8')],
  );
  return {
    described,
    texts: new Map(await Promise.all(texts)),
    released: (address) => readFile(join(folder, address)),
    remove: async () => {
      await rm(copy, { recursive: true });
      await rm(folder, { recursive: true });
    },
  };
}
