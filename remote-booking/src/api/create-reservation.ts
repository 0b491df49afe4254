import { tableCall } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { type ClientInfo, openBackend, rowOf } from '@site/forms/client';
import { type CallFailure, failureOf } from '@site/forms/outcome';
import type { Reservation } from './booking';

const RESERVATIONS = tableCall('reservations', ['name', 'email', 'phone', 'is_agefice']);

/** `isRepeat`: an earlier call has stored it. */
export type ReservationOutcome = { readonly ok: true; readonly id: string; readonly isRepeat?: true } | CallFailure;

/** Stores a reservation without its dates. Repeats of an attempt are stored once and return the same id. */
export async function createReservation(
  backend: Backend,
  info: ClientInfo,
  { phone, isAgefice, ...contact }: Reservation,
): Promise<ReservationOutcome> {
  const opened = await openBackend(backend, info);
  if (!opened.ok) return opened;
  const row = rowOf(RESERVATIONS, { ...contact, phone: phone || null, is_agefice: isAgefice });
  const answer = await opened.client.from(RESERVATIONS.table).insert(row).select('id');
  const { data, error } = answer;
  const isRepeat = error?.code === 'ALREADY_STORED';
  const id: unknown = isRepeat ? error.details : data?.[0]?.id;
  return typeof id === 'string' && id ? { ok: true, id, ...(isRepeat && { isRepeat }) } : failureOf(answer);
}
