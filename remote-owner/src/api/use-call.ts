import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useOwner } from '../session/owner-context';
import type { OwnerCalls } from './wire';
import { withoutMarks } from './without-marks';

/** Queries a read-only function, and polls it while mounted. */
export function useCall<Name extends keyof OwnerCalls>(
  name: Name,
  args: OwnerCalls[Name]['args'],
): UseQueryResult<OwnerCalls[Name]['value']> {
  const { api } = useOwner();
  return useQuery({ queryKey: [name, args], queryFn: () => api.call(name, args), select: withoutMarks });
}
