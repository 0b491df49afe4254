import type { OwnedRequest } from '@site/supabase/requests';
import { CallError } from '../api/answer';
import type { OwnerCalls } from '../api/wire';
import { exampleRequest } from './example-requests';

type AddRequest = OwnerCalls['owner_add_request'];

/** Stores requests by telephone. Christmas is closed. */
export const addRequest =
  (rows: Map<string, OwnedRequest>, tellsVisitor: boolean) =>
  ({ name, email, phone, dates, is_agefice, note, tell, also_confirmed }: AddRequest['args']): AddRequest['value'] => {
    const closed = dates.find((day) => day.endsWith('-12-25'));
    if (closed) throw new CallError('closed', closed);
    refuseTaken({ id: '', days: dates, allowed: also_confirmed }, [...rows.values()]);
    const request = exampleRequest(1000 + rows.size, { name, email, phone, dates, note, isAgefice: is_agefice });
    rows.set(request.id, request);
    return { request, isTold: tell && tellsVisitor };
  };

/** @throws CallError for days that are confirmed for another request, unless all are allowed */
export function refuseTaken(
  {
    id,
    days,
    allowed = [],
  }: { readonly id: string; readonly days: readonly string[]; readonly allowed?: readonly string[] | undefined },
  all: readonly OwnedRequest[],
): void {
  const taken = days.flatMap((date) =>
    all.flatMap((row) =>
      row.id !== id && row.confirmedDates.includes(date) ? [{ date, id: row.id, name: row.name }] : [],
    ),
  );
  if (taken.some(({ date }) => !allowed.includes(date))) throw new CallError('taken', taken);
}
