import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError } from '../api/answer';
import { useOwner } from '../api/owner-context';
import type { RequestDetail } from '../api/requests';
import { withoutMarks } from '../api/use-call';
import type { OwnerCalls } from '../api/wire';
import type { detail } from '../content/request-detail';

type DoneName = keyof typeof detail.done;
type ActionName = DoneName | 'owner_note';

type ActionOf<Names extends ActionName> = {
  [Name in Names]: { readonly name: Name; readonly args: Omit<OwnerCalls[Name]['args'], 'id' | 'version'> };
}[Names];

/** An action whose result is told. */
export type RequestAction = ActionOf<DoneName>;

/** Makes one call. @param on the request as the owner saw it @throws CallError */
export type Send = (action: ActionOf<ActionName>, on: OwnedRequest) => Promise<OwnedRequest>;

/** Shows the request that a call answers, or that another device left. */
export function useSend(): Send {
  const { api } = useOwner();
  const queries = useQueryClient();
  // A note that was saved meanwhile renews the version: an action that follows is no conflict with it.
  const renewed = useRef(new Map<number, number>());
  const show = (current: OwnedRequest) =>
    queries.setQueryData<RequestDetail | null>(['owner_request', { id: current.id }], (now) =>
      now ? { ...now, request: current } : now,
    );
  return async (action, on) => {
    const version = lastOf(renewed.current, on.version);
    const args = { ...action.args, id: on.id, version } as OwnerCalls[ActionName]['args'];
    try {
      const changed = (await api.call(action.name, args)) as OwnedRequest;
      if (changed.version > version) renewed.current.set(version, changed.version);
      show(changed);
      return changed;
    } catch (error) {
      if (!(error instanceof CallError) || error.reason !== 'changed' || !error.current) throw error;
      const current = withoutMarks(error.current as OwnedRequest);
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
