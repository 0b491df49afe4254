import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnerCalls } from '../api/wire';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';

/** An action on the owner's own calendar, whose answer is its new state. @param onDone also runs when the caller was unmounted */
export function useOwnCalendar<Name extends 'owner_set_own_calendar' | 'owner_read_own_calendar'>(
  name: Name,
  onDone?: () => void,
) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (args: OwnerCalls[Name]['args']) => api.call(name, args),
    onSuccess: (state) => {
      queries.setQueryData(['owner_own_calendar', {}], state);
      onDone?.();
    },
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
  });
}
