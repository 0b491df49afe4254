import type { Backend } from '@site/shared-ui/host';
import { type Failure, failureOf } from './failure';
import { openClient } from './open-client';

/** The server takes dates for a reservation during a few minutes only. */
export interface WindowOver {
  readonly ok: false;
  readonly reason: 'window-over';
  readonly error: unknown;
}

export type DatesOutcome = { readonly ok: true } | Failure | WindowOver;

const CREATED = 201;

/**
 * Adds the dates to a reservation; those it has already are skipped.
 * @param dates yyyy-MM-dd
 */
export async function addReservationDates(
  backend: Backend,
  attempt: string,
  reservationId: string,
  dates: readonly string[],
): Promise<DatesOutcome> {
  const opened = await openClient(backend, attempt);
  if (!opened.ok) return opened;
  const rows = dates.map((date) => ({ reservation_id: reservationId, date }));
  const { error, status } = await opened.client.from('reservation_dates').insert(rows);
  // The status is asked for as well: supabase-js takes an empty 404 for a success.
  if (status === CREATED || error?.code === 'ALREADY_STORED') return { ok: true };
  if (error?.code === 'DATES_WINDOW_OVER') return { ok: false, reason: 'window-over', error };
  return failureOf(status, error);
}
