import { todayInParis } from '@site/shared-ui';
import { attemptKeyOf, type CallFailure } from '@site/shared-ui/backend';
import type { FormSignals } from '@site/shared-ui/form';
import type { Backend } from '@site/shared-ui/host';
import { addReservationDates, type WindowOver } from './add-reservation-dates';
import { createReservation, type Reservation } from './create-reservation';

export interface Booking extends Reservation {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
}

export interface BookingFailure extends CallFailure {
  /** The reservation is stored and waits for its dates. */
  readonly isReserved: boolean;
}

export type BookingOutcome = { readonly ok: true } | BookingFailure;

interface Attempt extends FormSignals {
  /** The contact details; other dates are no other attempt while this one is unfinished. */
  readonly content: string;
  readonly key: string;
  /** Grows each time the server no longer takes dates: the key of before would lead to the same reservation again. */
  readonly round: number;
  reservationId?: string;
}

/**
 * Sends bookings under a key by which the server stores each once a day, however often it comes, and remembers between
 * two presses what of an unfinished one the server has already.
 */
export function createBookingSender(
  backend: Backend,
): (booking: Booking, signals: FormSignals) => Promise<BookingOutcome> {
  let unfinished: Attempt | undefined;

  return async (booking, signals) => {
    const isSame = unfinished?.content === contentOf(booking, signals);
    let attempt = isSame && unfinished ? unfinished : await startAttempt(booking, signals, 1);
    let outcome = await sendAttempt(backend, attempt, booking);
    if (isWindowOver(outcome)) {
      attempt = await startAttempt(booking, signals, attempt.round + 1);
      outcome = await sendAttempt(backend, attempt, booking);
    }
    unfinished = outcome.ok ? undefined : attempt;
    return isWindowOver(outcome) ? { ...outcome, reason: 'rejected', isReserved: false } : outcome;
  };
}

async function sendAttempt(
  backend: Backend,
  attempt: Attempt,
  { dates, ...reservation }: Booking,
): Promise<BookingOutcome | WindowOver> {
  if (!attempt.reservationId) {
    const { key, isHoneypotFilled } = attempt;
    const made = await createReservation(backend, { attempt: key, isHoneypotFilled }, reservation);
    if (!made.ok) return { ...made, isReserved: false };
    attempt.reservationId = made.id;
  }
  const added = await addReservationDates(backend, attempt.key, attempt.reservationId, dates);
  return added.ok || isWindowOver(added) ? added : { ...added, isReserved: true };
}

// A robot's copy of a booking must not take the key of the person's own.
const identityOf = <Content extends object>(content: Content, signals: FormSignals) => ({
  ...content,
  ...(signals.isHoneypotFilled && signals),
});

const contentOf = ({ dates, ...reservation }: Booking, signals: FormSignals) =>
  JSON.stringify(identityOf(reservation, signals));

const startAttempt = async (booking: Booking, signals: FormSignals, round: number): Promise<Attempt> => ({
  ...signals,
  content: contentOf(booking, signals),
  key: await attemptKeyOf({ table: 'reservations', day: todayInParis(), round, ...identityOf(booking, signals) }),
  round,
});

function isWindowOver(outcome: BookingOutcome | CallFailure | WindowOver): outcome is WindowOver {
  return !outcome.ok && outcome.reason === 'window-over';
}
