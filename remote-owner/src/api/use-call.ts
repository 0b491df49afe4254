import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type OwnerApi, useOwner } from './owner-api';
import type { Filter, RequestPage } from './requests';
import type { OwnerCalls } from './wire';

export const POLL_MS = 30_000;
const WAITING_MS = 2000;

interface CallOptions<Value> {
  /** Whether a value is about to change: it is then polled every two seconds. */
  readonly isWaiting?: (value: Value) => boolean;
}

/** Queries a read-only function, and polls it while mounted. */
export function useCall<Name extends keyof OwnerCalls>(
  name: Name,
  args: OwnerCalls[Name]['args'],
  { isWaiting }: CallOptions<OwnerCalls[Name]['value']> = {},
): UseQueryResult<OwnerCalls[Name]['value']> {
  const { api } = useOwner();
  return useQuery({
    ...callQuery(api, name, args),
    select: withoutMarks,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWaiting?.(data) ? WAITING_MS : POLL_MS),
  });
}

export const callQuery = <Name extends keyof OwnerCalls>(
  api: OwnerApi,
  name: Name,
  args: OwnerCalls[Name]['args'],
) => ({
  queryKey: [name, args] as const,
  queryFn: () => api.call(name, args),
});

// Zero-width joiners are not in the list: emoji and some scripts need them.
const MARK = '[\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]';
const MARKS = new RegExp(MARK, 'g');
const ONLY_MARKS = new RegExp(`"${MARK}+"`, 'g');

/** Removes direction marks and invisible characters from the texts of an answer: a name could hide in them. */
export function withoutMarks<Answer>(answer: Answer): Answer {
  const text: string | undefined = JSON.stringify(answer);
  // A text of marks alone becomes U+FFFD: a link without text could not be pressed.
  return text === undefined ? answer : JSON.parse(text.replace(ONLY_MARKS, '"\ufffd"').replace(MARKS, ''));
}

/** What a list of requests shows. */
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
