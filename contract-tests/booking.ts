import { randomUUID } from 'node:crypto';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { todayInParis } from '@site/contract/today';
import { addReservationDates } from '@site/remote-booking/src/api/add-reservation-dates';
import { cleanBooking } from '@site/remote-booking/src/api/booking';
import { fetchClosedDays } from '@site/remote-booking/src/api/closed-days';
import { createReservation } from '@site/remote-booking/src/api/create-reservation';
import { MAX_DATES, MAX_DAYS_AHEAD } from '@site/remote-booking/src/dates/date-limits';
import { findRefusal } from '@site/remote-booking/src/form/booking-checks';
import { bookingCase } from './cases';
import { checkCases } from './check-cases';

const DAY_MS = 86_400_000;

/** Rare enough that most bookings contain none of them. */
const CLOSED = Array.from({ length: 18 }, (_, at) => dayFromToday(at * 41));

/** The form and the database agree, except that only the form refuses a booking without a date. */
export function describeBooking(backend: () => TestBackend): void {
  beforeAll(() => backend().owner.query('update private.opening_rule set off = $1', [CLOSED]));

  test('the booking form and the database accept the same values, and store what was sent', async () => {
    const closed = await fetchClosedDays(backend());
    expect(closed).toEqual(CLOSED);
    await checkCases(bookingCase, async ({ days, ...typed }) => {
      const booking = cleanBooking({ ...typed, dates: days.map(dayFromToday).sort() });
      const isOpen = !booking.dates.some((date) => closed.includes(date));
      const isOffered = isOpen && days.length <= MAX_DATES && Math.max(0, ...days) <= MAX_DAYS_AHEAD;
      const isAccepted = isOffered && findRefusal(booking) === undefined;

      const attempt = randomUUID();
      const isStored = await send(backend(), attempt, booking);
      const stored = await backend().owner.query(STORED_BOOKING, [attempt]);
      const isRefusedByFormAlone = booking.dates.length === 0 && isStored;
      expect({ isAccepted, isStored }).toEqual({ isAccepted, isStored: isAccepted || isRefusedByFormAlone });
      const request = { ...booking, phone: booking.phone || null };
      if (isStored) expect(stored).toEqual([{ request: expect.objectContaining(request) }]);
      return isAccepted;
    });
  });
}

const STORED_BOOKING = 'select private.reservation_json(r) as request from public.reservations r where r.attempt = $1';

async function send(backend: TestBackend, attempt: string, { dates, ...reservation }: ReturnType<typeof cleanBooking>) {
  const made = await createReservation(backend, { attempt }, reservation);
  if (!made.ok) return refused(made);
  const added = await addReservationDates(backend, attempt, { reservationId: made.id, dates });
  if (!added.ok && 'closedDate' in added) expect(CLOSED).toContain(added.closedDate);
  return added.ok || refused(added);
}

/** Any other answer, such as a server error, fails the test. */
function refused(failure: { reason: string; error: unknown }): false {
  const code = String((failure.error as { code?: string }).code);
  if (failure.reason === 'rejected' && /^(23502|23514|DATE_PAST|DATE_TOO_FAR|DATE_CLOSED|TOO_MANY_DATES)$/.test(code))
    return false;
  throw new Error(`The backend did not judge: ${failure.reason} ${code}`, { cause: failure.error });
}

function dayFromToday(days: number): string {
  return new Date(Date.parse(`${todayInParis()}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
