import { useQueryClient } from '@tanstack/react-query';
import { useOwner } from '../api/owner-context';
import type { OwnerCalls } from '../api/wire';
import { useAction } from '../view/use-action';

interface OwnCalendarOptions {
  readonly onDone?: (() => void) | undefined;
  readonly done?: () => string;
}

/** An action on the owner's own calendar, whose answer is its new state. */
export function useOwnCalendar<Name extends 'owner_set_own_calendar' | 'owner_read_own_calendar'>(
  name: Name,
  { onDone, done }: OwnCalendarOptions = {},
) {
  const { api } = useOwner();
  const queries = useQueryClient();
  return useAction({
    mutationFn: (args: OwnerCalls[Name]['args']) => api.call(name, args),
    onSuccess: (state) => {
      queries.setQueryData(['owner_own_calendar', {}], state);
      onDone?.();
    },
    done,
  });
}
