import { PRIVATE_PATH, RELEASES_PATH } from '@site/contract/addresses';
import { INDEX_ELEMENT_ID } from '@site/contract/page-data';
import { registerWorker } from '../api/register-worker';

/** The name that the service worker reads (app/sw.js). */
const CACHE = 'espace';

/**
 * Lets the space open without network: registers its service worker, and keeps the page with the files that it has
 * loaded. Rejects where the browser or the site has no such worker.
 */
export async function keepPage(): Promise<void> {
  await registerWorker();
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const loaded = new Set<string>();
  const keepFile = async (url: string) => {
    if (!isReleaseFile(url)) return;
    loaded.add(folderOf(url));
    if (kept.has(url)) return;
    kept.add(url);
    // A failed request has an entry too.
    await cache.add(url).catch(() => kept.delete(url));
  };
  const keepAll = (entries: PerformanceEntryList) => Promise.all(entries.map(({ name }) => keepFile(name)));
  new PerformanceObserver((list) => void keepAll(list.getEntries())).observe({ type: 'resource' });
  await keepAll(performance.getEntriesByType('resource'));

  const page = await fetch(PRIVATE_PATH);
  // The page of a newer release needs other files: the next opening keeps them.
  const index = document.getElementById(INDEX_ELEMENT_ID)?.textContent;
  if (!page.ok || !index || !(await page.clone().text()).includes(index)) return;
  await cache.put(PRIVATE_PATH, page);
  for (const { url } of await cache.keys()) {
    if (isReleaseFile(url) && !loaded.has(folderOf(url))) await cache.delete(url);
  }
}

const isReleaseFile = (url: string) => url.startsWith(window.location.origin + RELEASES_PATH);

/** All files of a release are in one folder. */
const folderOf = (url: string) => new URL('.', url).href;
