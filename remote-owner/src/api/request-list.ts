import { areDaysOver } from '@site/contract/day-hours';
import { type OwnedRequest, standingDays } from '@site/supabase/requests';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type OwnerApi, useFirstDayAhead, useSpace } from './owner-api';
import type { Filter, RequestPage } from './requests';
import { legibleAnswer } from './use-call';
import type { OwnerCalls } from './wire';

export interface ListView {
  readonly filter: Filter;
  readonly search: string;
  /** The oldest request comes first. */
  readonly oldest: boolean;
}

/** Four screens of a phone. More requests would delay the first one on a slow connection. */
const FIRST_PAGE = 15;
const PAGE = 50;

/** Arguments for one page of the list. @param before `next` of the preceding page; null for the first */
export const pageOf = (
  { filter, search, oldest }: ListView,
  before: string | null,
): OwnerCalls['owner_requests']['args'] => ({
  filter,
  search,
  before,
  size: before === null ? FIRST_PAGE : PAGE,
  oldest,
});

export const listQuery = (api: OwnerApi, list: ListView) => ({
  queryKey: ['owner_requests', list] as const,
  queryFn: ({ pageParam }: { readonly pageParam: string | null }) =>
    api.call('owner_requests', pageOf(list, pageParam)),
  initialPageParam: null as string | null,
  getNextPageParam: (last: RequestPage) => last.next,
});

interface Options {
  /** False only reads what was loaded before. */
  readonly enabled?: boolean;
}

/** The pages of a list that were loaded, and further ones on demand. */
export function useRequestList(list: ListView, { enabled = true }: Options = {}) {
  const { api } = useSpace();
  const ahead = useFirstDayAhead();
  const sort = useMemo(() => overLast(ahead), [ahead]);
  const select = list.filter === 'todo' ? sort : legibleAnswer;
  return useInfiniteQuery({ ...listQuery(api, list), select, enabled });
}

/** Whether all days that wait for an answer are over. */
export const areAskedOver = (request: OwnedRequest, ahead: string): boolean =>
  request.status === 'nouvelle' && areDaysOver(standingDays(request), ahead);

/** Requests whose days are over no longer wait for one of them: of each page, they come last. */
const overLast =
  (ahead: string) =>
  (answer: InfiniteData<RequestPage>): InfiniteData<RequestPage> => {
    const { pages, ...others } = legibleAnswer(answer);
    const inOrder = (items: RequestPage['items']) =>
      [...items].sort((one, other) => Number(areAskedOver(one, ahead)) - Number(areAskedOver(other, ahead)));
    return { ...others, pages: pages.map((page) => ({ ...page, items: inOrder(page.items) })) };
  };

interface Neighbours {
  /** Ids; null at an end of the list. */
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The requests around one, in the order of the list that it was opened from, as this was when it was last shown. Null
 * when that list was not loaded or does not contain the request.
 */
export function useNeighbours(id: string, list: ListView): Neighbours | null {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useRequestList(list, {
    enabled: false,
  });
  const ids = data?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? [];
  const at = ids.indexOf(id);
  const isLast = at >= 0 && at === ids.length - 1;
  // After a failure the list itself offers the next try.
  const canLoad = isLast && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
