import { randomUUID } from 'node:crypto';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { isLongTier } from '@site/backend/tests/support/cases';
import { parisDay } from '@site/backend/tests/support/rows';
import { LONGEST_EMAIL } from '@site/contract/email';
import { BOOKING_FIELDS, CONTACT_FIELDS, type FormFields, type ValuesOf } from '@site/contract/form-fields';
import { MAX_DATES, MAX_DAYS_AHEAD } from '@site/remote-booking/src/api/booking';
import { fetchClosedDays } from '@site/remote-booking/src/api/closed-days';
import { addReservationDates, createReservation } from '@site/remote-booking/src/api/reservation';
import { cleanBooking, validateBooking } from '@site/remote-booking/src/form/booking-checks';
import { sendContactMessage } from '@site/remote-contact/src/api/send-contact-message';
import { cleanContact, validateContact } from '@site/remote-contact/src/form/use-contact-form';
import fc, { type Arbitrary } from 'fast-check';
import { nameUpTo, nearEmail, telephone, textAround, wildText } from './hostile-values';

/** Rare enough that most bookings contain none of them. */
const CLOSED = Array.from({ length: 18 }, (_, at) => parisDay(at * 41));

/** The form and the database agree, except that only the form refuses a booking without a date. */
export function describeBooking(backend: () => TestBackend): void {
  beforeAll(() => backend().owner.query('update private.opening_rule set off = $1', [CLOSED]));

  test('the booking form and the database accept the same values, and store what was sent', async () => {
    const closed = await fetchClosedDays(backend());
    expect(closed).toEqual(CLOSED);
    await checkCases(bookingCase, async ({ days, reservation }) => {
      const booking = cleanBooking({ ...reservation, dates: days.map((ahead) => parisDay(ahead)).sort() });
      const isOpen = !booking.dates.some((date) => closed.includes(date));
      const isOffered = isOpen && days.length <= MAX_DATES && Math.max(0, ...days) <= MAX_DAYS_AHEAD;
      const isAccepted = isOffered && Object.keys(validateBooking(booking)).length === 0;

      const idempotencyKey = randomUUID();
      const isStored = await send(backend(), idempotencyKey, booking);
      const stored = await backend().owner.query(STORED_BOOKING, [idempotencyKey]);
      const isRefusedByFormAlone = booking.dates.length === 0 && isStored;
      expect({ isAccepted, isStored }).toEqual({ isAccepted, isStored: isAccepted || isRefusedByFormAlone });
      const request = Object.fromEntries(
        Object.entries(booking).map(([name, value]) => [name, value === '' ? null : value]),
      );
      if (isStored) expect(stored).toEqual([{ request: expect.objectContaining(request) }]);
      return isAccepted;
    });
  });
}

const STORED_BOOKING = 'select private.reservation_json(r) as request from public.reservations r where r.attempt = $1';

async function send(
  backend: TestBackend,
  idempotencyKey: string,
  { dates, ...reservation }: ReturnType<typeof cleanBooking>,
) {
  const created = await createReservation(backend, { idempotencyKey }, reservation);
  if (!created.ok) return refused(created);
  const added = await addReservationDates(backend, idempotencyKey, { reservationId: created.id, dates });
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

export function describeContact(backend: () => TestBackend): void {
  test('the contact form and the database accept the same values, and store what was sent', async () => {
    await checkCases(contactCase, async (typed) => {
      const sent = cleanContact(typed);
      const isAccepted = Object.keys(validateContact(sent)).length === 0;
      const idempotencyKey = randomUUID();
      const outcome = await sendContactMessage(backend(), { idempotencyKey }, sent);
      const stored = await backend().owner.query(STORED_CONTACT, [idempotencyKey]);
      const { telephone, message, ...request } = sent;
      const expected = { ...request, phone: telephone, message: message || null };
      expect({ isAccepted, outcome, stored }).toEqual({
        isAccepted,
        outcome: isAccepted ? { ok: true } : { ok: false, reason: 'rejected', error: refusedByRule },
        stored: isAccepted ? [{ request: expect.objectContaining(expected) }] : [],
      });
      return isAccepted;
    });
  });
}

const STORED_CONTACT = 'select private.contact_json(c) as request from public.contacts c where c.attempt = $1';

/** Refused by a constraint, not as text that PostgreSQL cannot store. */
const refusedByRule = expect.objectContaining({ code: expect.stringMatching(/^23(502|514)$/) });

/** Cuts a text as the control's `maxLength` does. */
const typed = (longest: number) => (text: string) => text.slice(0, longest);

const VALUES = {
  line: nameUpTo,
  tel: () => telephone,
  email: () => nearEmail,
  text: (longest: number) =>
    fc.oneof(wildText, textAround(1, longest), fc.constantFrom('', ' ', 'Bonjour,\r\n\tà bientôt')),
};

function inputOf({ kind, options = {}, maxLength = LONGEST_EMAIL }: FormFields[string]): Arbitrary<boolean | string> {
  if (kind === 'checkbox') return fc.boolean();
  if (kind === 'radio') return fc.oneof(fc.constantFrom(...Object.keys(options)), wildText);
  return VALUES[kind](maxLength).map(typed(maxLength));
}

const valuesOf = <Fields extends FormFields>(fields: Fields) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inputOf(field)]))) as Arbitrary<
    ValuesOf<Fields>
  >;

const contactCase = valuesOf(CONTACT_FIELDS);

/** `days` count from today. Some are in the past, as when a page was left open for days. */
const bookingCase = fc.record({
  days: fc.uniqueArray(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0, max: MAX_DAYS_AHEAD }) },
      { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.integer({ min: MAX_DAYS_AHEAD - 3, max: MAX_DAYS_AHEAD + 3 }) },
    ),
    { maxLength: MAX_DATES + 2, size: '+1' },
  ),
  reservation: valuesOf(BOOKING_FIELDS),
});

/** The short tier repeats the same cases; the long tier generates new ones and prints the seed of a failure. */
const RUN = isLongTier ? { numRuns: 2000 } : { numRuns: 50, seed: 20_261_121 };
const MIN_SHARE = 0.1;

/**
 * Checks that the form and the database agree on each case, and shrinks a failing one.
 * @param check throws when they disagree. Resolves with whether the form accepts the case
 */
async function checkCases<Case>(cases: Arbitrary<Case>, check: (values: Case) => Promise<boolean>) {
  const verdicts = { accepted: 0, refused: 0 };
  const property = fc.asyncProperty(cases, async (values) => {
    verdicts[(await check(values)) ? 'accepted' : 'refused'] += 1;
  });
  await fc.assert(property, { ...RUN, includeErrorInReport: true });
  // Guards against generators that produce almost only accepted or only refused cases.
  expect(verdicts.accepted).toBeGreaterThan(RUN.numRuns * MIN_SHARE);
  expect(verdicts.refused).toBeGreaterThan(RUN.numRuns * MIN_SHARE);
}
