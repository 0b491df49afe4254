import { INVISIBLE } from '@site/contract/invisible';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type OwnerApi, useSpace } from './owner-api';
import type { ReleaseCommandName } from './release-answers';
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
  const { api } = useSpace();
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

export const FACTS_ALONE = ['release', 'facts-alone'] as const;

/** Queries a command of the release interface. @param as the end of its key, where it is not the command's name */
export function useReleaseQuery<Name extends ReleaseCommandName>(command: Name, as: string = command) {
  const { api } = useSpace();
  return useQuery({ queryKey: ['release', as], queryFn: () => api.release(command) });
}

/** The texts of the site, without their log. */
export const useFactsAnswer = () => useReleaseQuery('facts', FACTS_ALONE[1]);

const ONLY_INVISIBLE = new RegExp(`"(?:${INVISIBLE.source})+"`, 'gu');

/** Removes direction marks and invisible characters from the texts of an answer: a name could hide in them. */
export function legibleAnswer<Answer>(answer: Answer): Answer {
  const text: string | undefined = JSON.stringify(answer);
  if (text === undefined || text.search(INVISIBLE) < 0) return answer;
  // A text of them alone becomes U+FFFD: a link without text could not be pressed.
  return JSON.parse(text.replace(ONLY_INVISIBLE, '"\ufffd"').replace(INVISIBLE, ''));
}
