import { tableCall } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { openBackend, rowOf } from '@site/forms/client';
import { type CallFailure, failureOf, isStored } from '@site/forms/outcome';

const DATES = tableCall('reservation_dates', ['reservation_id', 'date']);

/** The server accepts dates only for a few minutes after the reservation. */
export interface WindowOver {
  readonly ok: false;
  readonly reason: 'window-over';
  readonly error: unknown;
}

interface DateClosed extends CallFailure {
  /** yyyy-MM-dd */
  readonly closedDate: string;
}

interface ReservationDates {
  readonly reservationId: string;
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
}

type DatesOutcome = { readonly ok: true } | CallFailure | DateClosed | WindowOver;

/** Adds dates to a reservation; dates that it already has are skipped. */
export async function addReservationDates(
  backend: Backend,
  attempt: string,
  { reservationId, dates }: ReservationDates,
): Promise<DatesOutcome> {
  const opened = await openBackend(backend, { attempt });
  if (!opened.ok) return opened;
  const rows = dates.map((date) => rowOf(DATES, { reservation_id: reservationId, date }));
  const answer = await opened.client.from(DATES.table).insert(rows);
  if (isStored(answer)) return { ok: true };
  const { error } = answer;
  if (error?.code === 'DATES_WINDOW_OVER') return { ok: false, reason: 'window-over', error };
  const failure = failureOf(answer);
  return error?.code === 'DATE_CLOSED' && dates.includes(error.details)
    ? { ...failure, closedDate: error.details }
    : failure;
}
