import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageOf } from '../../api/request-pages';
import { withoutMarks } from '../../api/use-call';
import { useOwner } from '../../session/owner-context';
import type { ListView } from '../../view/view';

interface Options {
  /** False only reads what was loaded before. */
  readonly enabled?: boolean;
}

/** The pages of a list that were loaded, and further ones on demand. */
export function useRequestList({ filter, search }: ListView, { enabled = true }: Options = {}) {
  const { api } = useOwner();
  return useInfiniteQuery({
    queryKey: ['owner_requests', filter, search],
    queryFn: ({ pageParam }) => api.call('owner_requests', pageOf(filter, search, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    select: withoutMarks,
    enabled,
  });
}

export interface Neighbours {
  /** Ids; null at an end of the list. */
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The requests around one, in the order of the list that it was opened from, as this was when it was last shown. Null when
 * that list was not loaded or does not contain the request.
 */
export function useNeighbours(id: string, list: ListView): Neighbours | null {
  const { data, hasNextPage, isFetching, fetchNextPage } = useRequestList(list, { enabled: false });
  const ids = data?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? [];
  const at = ids.indexOf(id);
  const isLast = at >= 0 && at === ids.length - 1;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLast, hasNextPage, isFetching, fetchNextPage]);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
