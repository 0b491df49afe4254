import { attemptKeyOf } from '@site/forms/attempt-key';
import { todayInParis } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../api/answer';
import { useOwner } from '../api/owner-context';
import { daysOf, type NewRequest, type TakenDay } from '../api/requests';
import { byPhone } from '../content/by-phone';
import { failureText, useAction } from '../view/use-action';
import { openView } from '../view/view';

interface Refused {
  readonly request: NewRequest;
  readonly days: readonly TakenDay[];
}

/** Stores a request and opens it. The owner is asked about days that are confirmed for others. */
export function useNewRequest() {
  const { api } = useOwner();
  const queries = useQueryClient();
  const [taken, setTaken] = useState<Refused | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const saving = useAction({
    mutationFn: async ({ request, asked }: { readonly request: NewRequest; readonly asked: readonly TakenDay[] }) => {
      const { name, email, dates } = request;
      // After a lost answer, the same request is sent with the same key and stored once.
      const attempt = await attemptKeyOf({ table: 'owner_add_request', day: todayInParis(), name, email, dates });
      return api.call('owner_add_request', {
        ...request,
        attempt,
        ...(asked.length > 0 && { also_confirmed: daysOf(asked) }),
      });
    },
    onSuccess: ({ request: { id } }) => {
      void queries.invalidateQueries();
      openView({ request: id }, { replace: true });
    },
    done: ({ isTold }, { request: { tell } }) =>
      isTold ? byPhone.savedAndTold : tell ? byPhone.savedUntold : byPhone.saved,
    onError: (error, { request }) => {
      const { reason, current } = error instanceof CallError ? error : new CallError('failed');
      if (reason === 'taken' && Array.isArray(current)) return setTaken({ request, days: current });
      setFailure(reason === 'closed' && typeof current === 'string' ? byPhone.closed(current) : failureText(error));
    },
  });
  const save = (request: NewRequest, asked: readonly TakenDay[] = []) => {
    setTaken(null);
    setFailure(null);
    if (!saving.isPending) saving.mutate({ request, asked });
  };
  return {
    save,
    isSaving: saving.isPending,
    failure,
    taken: taken?.days ?? null,
    saveTaken: () => taken && save(taken.request, taken.days),
    leaveTaken: () => setTaken(null),
  };
}
