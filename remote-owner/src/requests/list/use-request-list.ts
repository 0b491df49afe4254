import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOwner } from '../../api/owner-context';
import { type ListView, listQuery } from '../../api/request-pages';
import { withoutMarks } from '../../api/use-call';

interface Options {
  /** False only reads what was loaded before. */
  readonly enabled?: boolean;
}

/** The pages of a list that were loaded, and further ones on demand. */
export function useRequestList(list: ListView, { enabled = true }: Options = {}) {
  const { api } = useOwner();
  return useInfiniteQuery({ ...listQuery(api, list), select: withoutMarks, enabled });
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
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useRequestList(list, {
    enabled: false,
  });
  const ids = data?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? [];
  const at = ids.indexOf(id);
  const isLast = at >= 0 && at === ids.length - 1;
  // After a failure the list itself offers the next attempt.
  const canLoad = isLast && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
