import { todayInParis } from '@site/shared-ui';
import type { QueryClient } from '@tanstack/react-query';
import type { OwnerApi } from '../api/owner-api';
import { type ListView, listQuery } from '../api/request-pages';
import { callQuery } from '../api/use-call';
import { daysOf, monthOf } from '../calendar/month';
import { findKept } from './find-kept';
import { keepPage } from './keep-page';

/** What was just shown is not loaded again. */
const STALE_MS = 60_000;
/** An owner who follows links in mails opens the space often. */
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
  const days = daysOf(monthOf(today.next[0]?.date ?? todayInParis()));
  const month = { first: days[0] ?? '', last: days.at(-1) ?? '' };
  await queries.fetchQuery({ ...callQuery(api, 'owner_days', {}), ...fresh });
  await queries.fetchQuery({ ...callQuery(api, 'owner_agenda', month), ...fresh });
  await queries.fetchInfiniteQuery({ ...listQuery(api, TODO), ...fresh });
  const all = listQuery(api, ALL);
  const kept = findKept(api.session.id(), all.queryKey);
  if (kept && kept.at > Date.now() - ALL_STALE_MS) return;
  await queries.fetchInfiniteQuery({ ...all, ...fresh, pages: ALL_PAGES });
}
