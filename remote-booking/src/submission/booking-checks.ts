import { todayInParis } from '@site/shared-ui';
import { EMAIL_RULE } from '@site/shared-ui/form';
import { array, object, type Schema, string, ValidationError } from 'yup';
import { invalid } from '../content/messages';
import { type Booking, cleanBooking } from './booking';

export type FieldErrors = Partial<Record<keyof Booking, string>>;

export interface BookingCheck {
  readonly schema: Schema;
  /** What the notice says; a check without one shows under its field only. */
  readonly notice?: (errors: FieldErrors) => string | undefined;
}

const isNotPast = (dates: readonly string[]) => dates.every((date) => date >= todayInParis());

/** In the order in which they are made: the first that fails is the only one shown. */
const bookingChecks: readonly BookingCheck[] = [
  {
    schema: object({
      // A page left open over midnight may hold a date that has passed since.
      dates: array(string().required()).required().min(1, invalid.dates).test('not-past', invalid.pastDate, isNotPast),
    }),
    notice: ({ dates }) => dates,
  },
  {
    schema: object({ name: string().required(invalid.name), email: string().required(invalid.missingEmail) }),
    notice: () => invalid.required,
  },
  { schema: object({ email: string().matches(EMAIL_RULE, invalid.email) }) },
];

/** The check that keeps a booking from being sent. */
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
