import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { legibleAnswer } from './answer';
import { type OwnerApi, useOwner } from './owner-api';
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
    select: legibleAnswer,
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
