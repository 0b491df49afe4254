import { EMAIL_RULE } from '@site/contract/email';
import { todayInParis } from '@site/shared-ui';
import { array, object, type Schema, string, ValidationError } from 'yup';
import { type Booking, cleanBooking } from '../api/booking';
import { invalid } from '../content/booking';

type FieldErrors = Partial<Record<keyof Booking, string>>;

export interface BookingCheck {
  readonly schema: Schema;
  readonly notice: (errors: FieldErrors) => string | undefined;
  /** Shown in the form too. Without it, the messages of the fields are enough. */
  readonly summary?: string;
}

const isNotPast = (dates: readonly string[]) => dates.every((date) => date >= todayInParis());

/** Ordered: only the first failing check is shown. */
const bookingChecks: readonly BookingCheck[] = [
  {
    schema: object({
      // A page left open over midnight can hold a date that has passed.
      dates: array(string().required()).required().min(1, invalid.dates).test('not-past', invalid.pastDate, isNotPast),
    }),
    notice: ({ dates }) => dates,
  },
  {
    schema: object({ name: string().required(invalid.name), email: string().required(invalid.missingEmail) }),
    notice: () => invalid.required,
    summary: invalid.required,
  },
  { schema: object({ email: string().matches(EMAIL_RULE, invalid.email) }), notice: ({ email }) => email },
];

export function findRefusal(booking: Booking): BookingCheck | undefined {
  return bookingChecks.find((check) => Object.keys(errorsOf(check, booking)).length > 0);
}

export function errorsOf({ schema }: BookingCheck, booking: Booking): FieldErrors {
  try {
    schema.validateSync(cleanBooking(booking), { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]));
  }
}
