import type { AddressInfo } from 'node:net';
import { openSiteStore } from '@site/release-core/store/store';
import { createHttpServer } from '../src/http/answer-requests';
import { composedPages } from '../src/http/composed-pages';
import { releaseFiles } from '../src/http/release-files';

// Serves the store of DATA_DIR with only the site's server, behind a proxy, and prints the port.
const store = openSiteStore(process.env.DATA_DIR ?? '');
const { server, open } = createHttpServer(1);
open({ readReleaseFile: releaseFiles(store.blobs), pageAt: composedPages(store), backend: null });
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
