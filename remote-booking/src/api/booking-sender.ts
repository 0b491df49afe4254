import type { Backend } from '@site/contract/host';
import { type PlanPrices, planPrice } from '@site/contract/prices';
import { idempotencyKeyOf } from '@site/forms/idempotency-key';
import type { CallFailure } from '@site/forms/outcome';
import type { FormSignals } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import type { Booking } from './booking';
import { createSecret, sha256Hex } from './link-secret';
import { addReservationDates, createReservation, type WindowOver } from './reservation';

export interface BookingFailure extends CallFailure {
  /** Whether the reservation is stored, but not its dates. */
  readonly isReserved?: boolean;
  /** The closed date, yyyy-MM-dd, that made the server refuse all dates. */
  readonly closedDate?: string;
}

interface StoredBooking {
  readonly ok: true;
  readonly reservationId: string;
  readonly idempotencyKey: string;
  /** The visitor manages the request with it. It is missing if the server has no hash of it. */
  readonly linkSecret?: string | undefined;
  /** The same booking was stored before, also by another tab. */
  readonly isRepeat?: boolean;
}

type BookingOutcome = StoredBooking | BookingFailure;

interface Attempt extends FormSignals {
  /** The contact details, without the dates: a retry with other dates continues the attempt. */
  readonly content: string;
  readonly daysWanted: string;
  readonly idempotencyKey: string;
  /** Increases when the server accepts no more dates, since the same key would return the same reservation. */
  readonly round: number;
  linkSecret?: string | undefined;
  isTried?: boolean;
  isRepeat?: boolean;
  reservationId?: string;
}

/**
 * Sends bookings with a key, so that the server stores each once a day. A retry sends only what the server lacks.
 * @param prices those that the page shows
 */
export function createBookingSender(
  backend: Backend,
  prices?: PlanPrices,
): (booking: Booking, signals: FormSignals) => Promise<BookingOutcome> {
  let unfinished: Attempt | undefined;

  return async (booking, signals) => {
    const continued = unfinished && continues(unfinished, booking, signals) ? unfinished : undefined;
    let attempt = continued ?? (await startAttempt(booking, signals, 1));
    let outcome = await sendAttempt({ backend, prices }, attempt, booking);
    if (isWindowOver(outcome)) {
      attempt = await startAttempt(booking, signals, attempt.round + 1);
      outcome = await sendAttempt({ backend, prices }, attempt, booking);
    }
    unfinished = outcome.ok ? undefined : attempt;
    return isWindowOver(outcome) ? { ...outcome, reason: 'rejected', isReserved: false } : outcome;
  };
}

async function sendAttempt(
  { backend, prices }: { readonly backend: Backend; readonly prices: PlanPrices | undefined },
  attempt: Attempt,
  { dates, ...reservation }: Booking,
): Promise<BookingOutcome | WindowOver> {
  const { idempotencyKey, isHoneypotFilled, releases, linkSecret } = attempt;
  if (!attempt.reservationId) {
    const linkHash = linkSecret && (await sha256Hex(linkSecret));
    const shownCents = prices && planPrice(prices, reservation.isAgefice) * 100;
    const created = await createReservation(
      backend,
      { idempotencyKey, isHoneypotFilled, releases, linkHash, shownCents },
      reservation,
    );
    // A repeat at the first try was stored by another tab, with the hash of that tab's link.
    attempt.isRepeat = created.ok && created.isRepeat === true && !attempt.isTried;
    attempt.isTried = true;
    if (!created.ok) return { ...created, isReserved: false };
    attempt.reservationId = created.id;
  }
  const added = await addReservationDates(backend, idempotencyKey, { reservationId: attempt.reservationId, dates });
  if (added.ok) {
    const { reservationId, isRepeat = false } = attempt;
    return { ok: true, reservationId, idempotencyKey, isRepeat, linkSecret: isRepeat ? undefined : linkSecret };
  }
  return isWindowOver(added) ? added : { ...added, isReserved: true };
}

// A bot's copy of a booking must not take the key of the person's booking.
const identityOf = <Content extends object>(content: Content, signals: FormSignals) => ({
  ...content,
  ...(signals.isHoneypotFilled && { isHoneypotFilled: true }),
});

const contentOf = ({ dates, daysWanted, ...reservation }: Booking, signals: FormSignals) =>
  JSON.stringify(identityOf(reservation, signals));

/** With a single date, the form does not ask how many days are wanted. */
const continues = (attempt: Attempt, booking: Booking, signals: FormSignals) =>
  attempt.content === contentOf(booking, signals) && [attempt.daysWanted, ''].includes(booking.daysWanted);

const startAttempt = async (booking: Booking, signals: FormSignals, round: number): Promise<Attempt> => ({
  ...signals,
  content: contentOf(booking, signals),
  daysWanted: booking.daysWanted,
  idempotencyKey: await idempotencyKeyOf({
    table: 'reservations',
    day: todayInParis(),
    round,
    ...identityOf(booking, signals),
  }),
  round,
  linkSecret: createSecret(),
});

function isWindowOver(outcome: BookingOutcome | CallFailure | WindowOver): outcome is WindowOver {
  return !outcome.ok && outcome.reason === 'window-over';
}
