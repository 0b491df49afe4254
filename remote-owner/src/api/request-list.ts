import type { OwnerApi } from './owner-api';
import type { Filter, RequestPage } from './requests';
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
