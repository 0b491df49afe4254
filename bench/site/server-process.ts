import { composedPages } from '@site/release/src/serve/composed-pages';
import { releaseFiles } from '@site/release/src/serve/release-files';
import { openSiteStore } from '@site/release/src/store/open-site-store';
import { serveSite } from '../pages/serve-site';

// The site's own server in a process of its own: the generator of the load must not slow it down.

const store = openSiteStore(process.argv[2] ?? '');
const { address } = await serveSite(releaseFiles(store.blobs), composedPages(store));
console.log(address);
