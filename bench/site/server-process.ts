import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openSiteStore } from '@site/release-core/store/store';
import { createHttpServer } from '@site/release-server/http/answer-requests';
import { composedPages } from '@site/release-server/http/composed-pages';
import { releaseFiles } from '@site/release-server/http/release-files';

// Runs the site's own server in a separate process, so that the load generator does not slow it down.

const store = openSiteStore(process.argv[2] ?? '');
const { server, open } = createHttpServer();
// h2load loses its rate when a server closes the connection, as the site does after a hundred requests.
server.maxRequestsPerSocket = 0;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
open({ readReleaseFile: releaseFiles(store.blobs), pageAt: composedPages(store), backend: null });
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
