import { tableCall } from '@site/contract/backend-calls';
import { BOOKING_FIELDS, type RowOf } from '@site/contract/form-fields';
import type { Backend } from '@site/contract/host';
import { type ClientInfo, openClient, rowOf } from '@site/forms/client';
import { columnsOf } from '@site/forms/fields';
import { type CallFailure, failureOf, isStored } from '@site/forms/outcome';
import type { Reservation } from './booking';

const RESERVATIONS = tableCall('reservations', ['name', 'email', 'phone', 'days_wanted', 'is_agefice']);

/** `isRepeat`: an earlier call has stored it. */
export type ReservationOutcome = { readonly ok: true; readonly id: string; readonly isRepeat?: true } | CallFailure;

/** A column that an older backend has refused by name: the request counts more than its later answers. */
function refusedColumn(
  row: RowOf<typeof BOOKING_FIELDS>,
  error: { readonly code: string; readonly message: string } | null,
) {
  if (error?.code !== 'PGRST204') return undefined;
  return RESERVATIONS.columns.find((name) => row[name] !== undefined && error.message.includes(`'${name}'`));
}

/** Stores a reservation without its dates. Repeats of an attempt are stored once and return the same id. */
export async function createReservation(
  backend: Backend,
  info: ClientInfo,
  reservation: Reservation,
): Promise<ReservationOutcome> {
  const opened = await openClient(backend, info);
  if (!opened.ok) return opened;
  let row = rowOf(RESERVATIONS, columnsOf(BOOKING_FIELDS, reservation));
  const insert = () => opened.client.from(RESERVATIONS.table).insert(row).select('id');
  let response = await insert();
  for (let refused = refusedColumn(row, response.error); refused; refused = refusedColumn(row, response.error)) {
    row = { ...row, [refused]: undefined };
    response = await insert();
  }
  const { data, error } = response;
  const isRepeat = error?.code === 'ALREADY_STORED';
  const id: unknown = isRepeat ? error.details : data?.[0]?.id;
  return typeof id === 'string' && id ? { ok: true, id, ...(isRepeat && { isRepeat }) } : failureOf(response);
}

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
  idempotencyKey: string,
  { reservationId, dates }: ReservationDates,
): Promise<DatesOutcome> {
  const opened = await openClient(backend, { idempotencyKey });
  if (!opened.ok) return opened;
  const rows = dates.map((date) => rowOf(DATES, { reservation_id: reservationId, date }));
  const response = await opened.client.from(DATES.table).insert(rows);
  if (isStored(response)) return { ok: true };
  const { error } = response;
  if (error?.code === 'DATES_WINDOW_OVER') return { ok: false, reason: 'window-over', error };
  const failure = failureOf(response);
  return error?.code === 'DATE_CLOSED' && dates.includes(error.details)
    ? { ...failure, closedDate: error.details }
    : failure;
}
