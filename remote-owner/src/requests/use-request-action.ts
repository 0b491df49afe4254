import type { OwnedRequest } from '@site/supabase/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../api/answer';
import { withoutMarks } from '../api/use-call';
import type { OwnerCalls, RequestDetail, TakenDay } from '../api/wire';
import { detail } from '../content/request-detail';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';

type ActionName = keyof typeof detail.done;

export type RequestAction = {
  [Name in ActionName]: { readonly name: Name; readonly args: Omit<OwnerCalls[Name]['args'], 'id' | 'version'> };
}[ActionName];

export interface Conflict {
  readonly action: RequestAction;
  /** The request as the owner saw it. */
  readonly seen: OwnedRequest;
  readonly current: OwnedRequest;
}

interface Taken {
  readonly action: RequestAction;
  readonly on: OwnedRequest;
  readonly days: readonly TakenDay[];
}

/** Runs one action at a time. On a conflict with another device or reservation, the owner chooses. */
export function useRequestAction(request: OwnedRequest) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const show = (current: OwnedRequest) =>
    queries.setQueryData<RequestDetail | null>(['owner_request', { id: current.id }], (now) =>
      now ? { ...now, request: current } : now,
    );
  const mutation = useMutation({
    mutationFn: ({ action, on }: { readonly action: RequestAction; readonly on: OwnedRequest }) => {
      const args = { ...action.args, id: on.id, version: on.version };
      return api.call(action.name, args as OwnerCalls[ActionName]['args']) as Promise<OwnedRequest>;
    },
    onSuccess: (changed, { action, on }) => {
      show(changed);
      const isUnspam = action.name === 'owner_reopen' && on.isSpam;
      host.notify({ title: isUnspam ? detail.unspamDone : detail.done[action.name], tone: 'success', duration: 5000 });
      void queries.invalidateQueries();
    },
    onError: (error, { action, on }) => {
      if (error instanceof CallError && error.reason === 'changed' && error.current) {
        const current = withoutMarks(error.current as OwnedRequest);
        show(current);
        return setConflict({ action, seen: on, current });
      }
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
    conflict,
    repeat: () => conflict && run(conflict.action, conflict.current),
    leave: () => setConflict(null),
    taken: taken?.days ?? null,
    confirmTaken: () => taken && run(withAlsoConfirmed(taken.action), taken.on),
    leaveTaken: () => setTaken(null),
  };
}

const withAlsoConfirmed = (action: RequestAction): RequestAction =>
  action.name === 'owner_confirm' || action.name === 'owner_change_day'
    ? ({ ...action, args: { ...action.args, also_confirmed: true } } as RequestAction)
    : action;
