import type { Backend } from '@site/contract/host';
import { todayInParis } from '@site/shared-ui';
import { attemptKeyOf, type CallFailure } from '@site/shared-ui/backend';
import type { FormSignals } from '@site/shared-ui/form';
import { addReservationDates, type WindowOver } from './add-reservation-dates';
import type { Booking } from './booking';
import { createReservation } from './create-reservation';

export interface BookingFailure extends CallFailure {
  /** Whether the reservation is stored without its dates. */
  readonly isReserved: boolean;
  /** The date, yyyy-MM-dd, for which the others were refused too: no training is given then. */
  readonly closedDate?: string;
}

type BookingOutcome = { readonly ok: true } | BookingFailure;

interface Attempt extends FormSignals {
  /** The contact details. A retry with other dates continues an unfinished attempt. */
  readonly content: string;
  readonly key: string;
  /** Increases when the server accepts no more dates: the same key would lead to the same reservation. */
  readonly round: number;
  reservationId?: string;
}

/**
 * Sends bookings with a key by which the server stores each once a day. After a failure it remembers what the server has
 * stored, so that a retry sends the rest.
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
  const { key, isHoneypotFilled } = attempt;
  if (!attempt.reservationId) {
    const made = await createReservation(backend, { attempt: key, isHoneypotFilled }, reservation);
    if (!made.ok) return { ...made, isReserved: false };
    attempt.reservationId = made.id;
  }
  const added = await addReservationDates(backend, key, { reservationId: attempt.reservationId, dates });
  return added.ok || isWindowOver(added) ? added : { ...added, isReserved: true };
}

// A robot's copy of a booking must not use the key of the person's booking.
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
