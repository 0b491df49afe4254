import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSiteServer, type SiteServerOptions } from '@site/server/serve/site-server';

export interface ServedSite {
  readonly address: string;
  readonly close: () => void;
}

/** Serves pages with the site's own server, without a backend: the pages send no forms. */
export async function serveSite({
  readReleaseFile,
  pageAt,
}: Pick<SiteServerOptions, 'readReleaseFile' | 'pageAt'>): Promise<ServedSite> {
  const { server, open } = createSiteServer();
  server.listen(0);
  await once(server, 'listening');
  open({ readReleaseFile, pageAt, backend: null });
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
