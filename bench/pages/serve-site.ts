import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { PageAt } from '@site/release/src/serve/composed-pages';
import type { ReadReleaseFile } from '@site/release/src/serve/release-files';
import { createSiteServer } from '@site/release/src/serve/site-server';

export interface ServedSite {
  readonly address: string;
  readonly close: () => void;
}

export async function serveSite(readReleaseFile: ReadReleaseFile, pageAt: PageAt): Promise<ServedSite> {
  const { server, open } = createSiteServer();
  server.listen(0);
  await once(server, 'listening');
  open({ readReleaseFile, pageAt, backend: null });
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
