import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '@site/contract/host';
import { todayInParis } from '@site/contract/today';
import { publishBuilt } from '@site/release-cli/publish/built-release';
import { buildPackages, listPackages } from '@site/release-cli/publish/packages';
import { changeSite } from '@site/release-core/changes/change';
import { decideComposition } from '@site/release-core/changes/decide';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { createHttpServer, type HttpServerOptions } from '@site/release-server/http/answer-requests';
import { composedPages, type PageAt } from '@site/release-server/http/composed-pages';
import { type ReadReleaseFile, releaseFiles } from '@site/release-server/http/release-files';

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
export async function composeSite(): Promise<ComposedSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-bench-'));
  const packages = listPackages(ROOT);
  await buildPackages(packages);
  const store = openSiteStore(dataDir);
  const published = await Promise.all(packages.map((one) => publishBuilt(store, one)));
  const releases = Object.fromEntries(
    published.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }]),
  );
  const { site } = await readSiteConfig(join(ROOT, 'site.json'));
  const data = { site, backend: NO_BACKEND, composedOn: todayInParis() };
  await changeSite(store, '', async (current) => decideComposition(current, 'start', { releases, data }));
  return {
    dataDir,
    store,
    pageAt: composedPages(store),
    readReleaseFile: releaseFiles(store.blobs),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

export interface ServedSite {
  readonly address: string;
  readonly close: () => void;
}

/** Serves pages with the site's own server. Its backend accepts each report of a live page, and keeps none. */
export async function serveSite({
  readReleaseFile,
  pageAt,
}: Pick<HttpServerOptions, 'readReleaseFile' | 'pageAt'>): Promise<ServedSite> {
  const backend = createServer((request, response) => request.resume().on('end', () => response.writeHead(201).end()));
  const { server, open } = createHttpServer();
  open({ readReleaseFile, pageAt, backend: { url: await listen(backend), anonKey: 'bench' } });
  const address = await listen(server);
  return {
    address,
    close: () => {
      server.close();
      backend.close();
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
