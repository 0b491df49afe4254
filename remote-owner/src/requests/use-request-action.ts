import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, currentOf } from '../api/call-error';
import { useFirstDayAhead, useSpace } from '../api/owner-api';
import { type RequestDetail, type TakenDay, takenDates } from '../api/requests';
import { legibleAnswer } from '../api/use-call';
import type { OwnerCalls, ReservationFile } from '../api/wire';
import { detail } from '../content/requests';
import { failureText, useAction } from '../view/form';
import { isUnchanged } from './asked-days';

export interface Conflict {
  readonly seen: OwnedRequest;
  readonly current: OwnedRequest;
}

interface RefusedAction extends Conflict {
  readonly action: RequestAction;
}

interface TakenDaysConflict {
  readonly action: RequestAction;
  readonly seen: OwnedRequest;
  readonly days: readonly TakenDay[];
}

/** Runs one action at a time. On a conflict with another device or reservation, the owner chooses. */
export function useRequestAction(request: OwnedRequest) {
  const { host } = useSpace();
  const ahead = useFirstDayAhead();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<RefusedAction | null>(null);
  const [taken, setTaken] = useState<TakenDaysConflict | null>(null);
  const send = useSend();
  const mutation = useAction({
    scope: { id: request.id },
    mutationFn: ({ action, seen }: { readonly action: RequestAction; readonly seen: OwnedRequest }) =>
      send(action, seen),
    onSuccess: () => void queries.invalidateQueries(),
    done: (_, { action, seen }) => doneText(action, seen, ahead),
    onError: (error, { action, seen }) => {
      const current = currentOf<OwnedRequest>(error);
      if (current) return setConflict({ action, seen, current });
      if (error instanceof CallError && error.reason === 'taken' && Array.isArray(error.current)) {
        return setTaken({ action, seen, days: error.current });
      }
      host.notify({ title: failureText(error), tone: 'error' });
    },
  });
  const run: Run = (action, seen = request) => {
    setConflict(null);
    setTaken(null);
    if (!mutation.isPending) mutation.mutate({ action, seen });
  };
  return {
    run,
    send,
    conflict,
    repeat: () => conflict && run(conflict.action, conflict.current),
    leave: () => setConflict(null),
    taken: taken?.days ?? null,
    confirmTaken: () => taken && run(withAlsoConfirmed(taken), taken.seen),
    leaveTaken: () => setTaken(null),
  };
}

/** Whether a cancellation keeps days that are over and calls off the rest; as in `owner_cancel`. */
export const isCancelledInPart = ({ confirmedDates }: OwnedRequest, ahead: string): boolean =>
  confirmedDates.some((date) => date < ahead);

function doneText({ name, args }: RequestAction, seen: OwnedRequest, ahead: string): string {
  if (name === 'owner_reopen' && seen.isSpam) return detail.unspamDone;
  if (name === 'owner_cancel' && isCancelledInPart(seen, ahead)) return detail.daysChanged;
  if (name === 'owner_confirm' && seen.status === 'confirmee') return detail.daysChanged;
  if ('dates' in args && isUnchanged(seen, args.dates)) return detail.daysUnchanged(seen.confirmedDates.length);
  return detail.done[name];
}

const withAlsoConfirmed = ({ action, days }: TakenDaysConflict): RequestAction =>
  action.name === 'owner_confirm' || action.name === 'owner_change_day'
    ? ({ ...action, args: { ...action.args, also_confirmed: takenDates(days) } } as RequestAction)
    : action;

type DoneName = keyof typeof detail.done;
type ActionName = DoneName | 'owner_note';

type ActionOf<Names extends ActionName> = {
  [Name in Names]: { readonly name: Name; readonly args: Omit<OwnerCalls[Name]['args'], 'id' | 'version'> };
}[Names];

export type RequestAction = ActionOf<DoneName>;

/** @param seen the request as the owner saw it; defaults to the current one */
type Run = (action: RequestAction, seen?: OwnedRequest) => void;

export interface AnswerProps {
  readonly answer: RequestDetail;
  readonly run: Run;
}

/** Makes one call. @param seen the request as the owner saw it @throws CallError */
export type Send = (action: ActionOf<ActionName>, seen: OwnedRequest) => Promise<OwnedRequest>;

/** Shows the request that a call answers, or that another device left. */
function useSend(): Send {
  const { api } = useSpace();
  const queries = useQueryClient();
  // A note that was saved meanwhile renews the version: an action that follows is no conflict with it.
  const renewed = useRef(new Map<number, number>());
  const show = (current: OwnedRequest) => {
    // The file of the day may be opened next.
    for (const name of ['owner_request', 'owner_day_file'] as const) {
      queries.setQueryData<RequestDetail | ReservationFile | null>([name, { id: current.id }], (now) =>
        now ? { ...now, request: current } : now,
      );
    }
  };
  return async (action, seen) => {
    const version = lastOf(renewed.current, seen.version);
    const args = { ...action.args, id: seen.id, version } as OwnerCalls[ActionName]['args'];
    try {
      const changed = (await api.call(action.name, args)) as OwnedRequest;
      if (changed.version > version) renewed.current.set(version, changed.version);
      show(changed);
      return changed;
    } catch (error) {
      const stored = currentOf<OwnedRequest>(error);
      if (!stored) throw error;
      const current = legibleAnswer(stored);
      show(current);
      throw new CallError('changed', current, { cause: error });
    }
  };
}

/** Follows own changes only: they name the version that they follow. */
function lastOf(renewed: ReadonlyMap<number, number>, version: number): number {
  const next = renewed.get(version);
  return next === undefined ? version : lastOf(renewed, next);
}
