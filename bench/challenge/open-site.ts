import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSiteServer } from '@site/release/src/serve/site-server';
import type { BackendUnderLoad } from '../load/backend-under-load';
import { composeSite } from '../pages/composed-site';

interface OpenSite {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Builds the working copy and serves it with the site's own server, in front of the given backend. */
export async function openSite(backend: BackendUnderLoad): Promise<OpenSite> {
  const site = await composeSite({ url: '', anonKey: backend.anonKey });
  const { server, open } = createSiteServer();
  server.listen(0);
  await once(server, 'listening');
  open({
    readReleaseFile: site.readReleaseFile,
    pageAt: site.pageAt,
    backend: { url: backend.url, anonKey: backend.anonKey },
  });
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      await site.remove();
    },
  };
}
