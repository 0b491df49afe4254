import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSiteServer, type SiteServerOptions } from '@site/server/serve/site-server';

export interface ServedSite {
  readonly address: string;
  readonly close: () => void;
}

/** Serves pages with the site's own server. Its backend accepts each report of a live page, and keeps none. */
export async function serveSite({
  readReleaseFile,
  pageAt,
}: Pick<SiteServerOptions, 'readReleaseFile' | 'pageAt'>): Promise<ServedSite> {
  const backend = createServer((request, response) => request.resume().on('end', () => response.writeHead(201).end()));
  const { server, open } = createSiteServer();
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
