import { PRIVATE_PATH, RELEASES_PATH } from '@site/contract/addresses';
import { INDEX_ELEMENT_ID } from '@site/contract/page-data';
import { todayInParis } from '@site/shared-ui';
import type { QueryClient } from '@tanstack/react-query';
import { currentSubscription, type PushState, registerWorker } from '../api/device-push';
import type { OwnerApi } from '../api/owner-api';
import { type ListView, listQuery } from '../api/request-list';
import { callQuery } from '../api/use-call';
import { monthAround } from '../calendar/month';
import { findPersisted } from './persisted-answers';

/** An answer that is younger is not loaded again. */
const STALE_MS = 60_000;
/** The whole list is loaded less often: an owner who follows links in mails opens the space many times a day. */
const ALL_STALE_MS = 600_000;
/** A list of 165 requests, with the first page's 15 and 50 in each other. */
const ALL_PAGES = 4;

const TODO: ListView = { filter: 'todo', search: '', oldest: false };
const ALL: ListView = { ...TODO, filter: 'all' };

/** Makes the space ready to be opened without network: the page, the requests and the agenda. */
export async function keepForOffline(queries: QueryClient, api: OwnerApi): Promise<void> {
  await keepPage();
  const fresh = { staleTime: STALE_MS };
  const today = await queries.fetchQuery({ ...callQuery(api, 'owner_today', {}), ...fresh });
  const month = monthAround(today.next[0]?.date ?? todayInParis());
  await queries.fetchQuery({ ...callQuery(api, 'owner_days', {}), ...fresh });
  await queries.fetchQuery({ ...callQuery(api, 'owner_agenda', month), ...fresh });
  await queries.fetchInfiniteQuery({ ...listQuery(api, TODO), ...fresh });
  const all = listQuery(api, ALL);
  const stored = findPersisted(api.session.id(), all.queryKey);
  if (stored && stored.at > Date.now() - ALL_STALE_MS) return;
  await queries.fetchInfiniteQuery({ ...all, ...fresh, pages: ALL_PAGES });
}

/** The name that the service worker reads (app/sw.js). */
const CACHE = 'espace';

/**
 * Lets the space open without network: registers its service worker, and keeps the page with the files that it has
 * loaded. Rejects where the browser or the site has no such worker.
 */
async function keepPage(): Promise<void> {
  await registerWorker();
  const cache = await caches.open(CACHE);
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  const loaded = new Set<string>();
  const keepFile = async (url: string) => {
    if (!isReleaseFile(url)) return;
    loaded.add(folderOf(url));
    if (cached.has(url)) return;
    cached.add(url);
    // A failed request has an entry too.
    await cache.add(url).catch(() => cached.delete(url));
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

/**
 * Sends this browser's push subscription to the site if the two differ: the browser's push service renews or ends a
 * subscription without telling anybody. @returns the state after a change
 */
export async function reportSubscription(api: OwnerApi): Promise<PushState | null> {
  // The owner has not turned notifications on in this session.
  if (!(await api.call('owner_push', {})).isOn) return null;
  const subscription = await currentSubscription();
  return subscription ? api.call('owner_add_push', subscription) : api.call('owner_remove_push', {});
}
