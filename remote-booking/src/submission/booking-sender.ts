import { type CallFailure, newAttemptKey } from '@site/shared-ui/backend';
import type { Backend } from '@site/shared-ui/host';
import { addReservationDates, type WindowOver } from '../api/add-reservation-dates';
import { createReservation, type Reservation } from '../api/create-reservation';
import type { Booking } from './booking';

export interface BookingFailure extends CallFailure {
  /** The reservation is stored and waits for its dates. */
  readonly isReserved: boolean;
}

export type BookingOutcome = { readonly ok: true } | BookingFailure;

interface Attempt {
  readonly content: string;
  readonly key: string;
  reservationId?: string;
}

/** Sends bookings, and remembers between two presses what of an unfinished one the server has already. */
export function createBookingSender(backend: Backend): (booking: Booking) => Promise<BookingOutcome> {
  let unfinished: Attempt | undefined;

  return async ({ dates, ...reservation }) => {
    const content = JSON.stringify(reservation);
    let attempt = unfinished?.content === content ? unfinished : newAttempt(content);
    let outcome = await sendAttempt(backend, attempt, reservation, dates);
    if (isWindowOver(outcome)) {
      attempt = newAttempt(content);
      outcome = await sendAttempt(backend, attempt, reservation, dates);
    }
    const isOver = outcome.ok || isWindowOver(outcome);
    unfinished = isOver ? undefined : attempt;
    return isWindowOver(outcome) ? { ...outcome, reason: 'rejected', isReserved: false } : outcome;
  };
}

async function sendAttempt(
  backend: Backend,
  attempt: Attempt,
  reservation: Reservation,
  dates: readonly string[],
): Promise<BookingOutcome | WindowOver> {
  if (!attempt.reservationId) {
    const made = await createReservation(backend, attempt.key, reservation);
    if (!made.ok) return { ...made, isReserved: false };
    attempt.reservationId = made.id;
  }
  const added = await addReservationDates(backend, attempt.key, attempt.reservationId, dates);
  return added.ok || isWindowOver(added) ? added : { ...added, isReserved: true };
}

const newAttempt = (content: string): Attempt => ({ content, key: newAttemptKey() });

function isWindowOver(outcome: BookingOutcome | CallFailure | WindowOver): outcome is WindowOver {
  return !outcome.ok && outcome.reason === 'window-over';
}
