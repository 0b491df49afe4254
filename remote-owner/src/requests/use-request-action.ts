import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../api/answer';
import { useOwner } from '../api/owner-context';
import { daysOf, type TakenDay } from '../api/requests';
import { detail } from '../content/request-detail';
import { failureText, useAction } from '../view/use-action';
import { type RequestAction, useSend } from './use-send';

export interface Conflict {
  /** The request as the owner saw it. */
  readonly seen: OwnedRequest;
  readonly current: OwnedRequest;
}

interface Refused extends Conflict {
  readonly action: RequestAction;
}

interface Taken {
  readonly action: RequestAction;
  readonly on: OwnedRequest;
  readonly days: readonly TakenDay[];
}

/** Runs one action at a time. On a conflict with another device or reservation, the owner chooses. */
export function useRequestAction(request: OwnedRequest) {
  const { host } = useOwner();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Refused | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const send = useSend();
  const mutation = useAction({
    scope: { id: request.id },
    mutationFn: ({ action, on }: { readonly action: RequestAction; readonly on: OwnedRequest }) => send(action, on),
    onSuccess: () => void queries.invalidateQueries(),
    done: (_, { action, on }) => doneText(action, on),
    onError: (error, { action, on }) => {
      const current = currentOf(error);
      if (current) return setConflict({ action, seen: on, current });
      if (error instanceof CallError && error.reason === 'taken' && Array.isArray(error.current)) {
        return setTaken({ action, on, days: error.current });
      }
      host.notify({ title: failureText(error), tone: 'error' });
    },
  });
  const run = (action: RequestAction, on = request) => {
    setConflict(null);
    setTaken(null);
    if (!mutation.isPending) mutation.mutate({ action, on });
  };
  return {
    run,
    send,
    conflict,
    repeat: () => conflict && run(conflict.action, conflict.current),
    leave: () => setConflict(null),
    taken: taken?.days ?? null,
    confirmTaken: () => taken && run(withAlsoConfirmed(taken), taken.on),
    leaveTaken: () => setTaken(null),
  };
}

/** The request as another device left it; null for another error. */
export const currentOf = (error: unknown) =>
  error instanceof CallError && error.reason === 'changed' ? (error.current as OwnedRequest | null) : null;

function doneText({ name }: RequestAction, on: OwnedRequest): string {
  if (name === 'owner_reopen' && on.isSpam) return detail.unspamDone;
  return detail.done[name];
}

const withAlsoConfirmed = ({ action, days }: Taken): RequestAction =>
  action.name === 'owner_confirm' || action.name === 'owner_change_day'
    ? ({ ...action, args: { ...action.args, also_confirmed: daysOf(days) } } as RequestAction)
    : action;
