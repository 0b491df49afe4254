import { EMAIL_RULE } from '@site/contract/email';
import { BOOKING_FIELDS } from '@site/contract/form-fields';
import { cleanValues, emptyValues } from '@site/forms/fields';
import { errorsOf, type FieldErrors } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import * as v from 'valibot';
import { type Booking, MAX_DATES } from '../api/booking';
import { invalid } from '../content/booking';

export const emptyBooking: Booking = { dates: [], ...emptyValues(BOOKING_FIELDS) };

export const cleanBooking = (booking: Booking): Booking => ({
  ...booking,
  ...cleanValues(BOOKING_FIELDS, booking),
  ...(booking.dates.length < 2 && { daysWanted: '' }),
});

const bookingSchema = v.object({
  // A page left open over midnight can hold a date that has passed.
  dates: v.pipe(
    v.array(v.string()),
    v.minLength(1, invalid.dates),
    v.maxLength(MAX_DATES, invalid.manyDates(MAX_DATES)),
    v.everyItem((date) => date >= todayInParis(), invalid.pastDate),
  ),
  name: v.pipe(v.string(), v.nonEmpty(invalid.name)),
  email: v.pipe(v.string(), v.nonEmpty(invalid.missingEmail), v.regex(EMAIL_RULE, invalid.email)),
});

export const validateBooking = (booking: Booking): FieldErrors<Booking> => errorsOf(bookingSchema, booking);

/** The notice has only the first failing check: the dates, then missing values, then an invalid e-mail. */
export const noticeOf = ({ dates, name, email }: FieldErrors<Booking>): string | undefined =>
  dates ?? (name || email === invalid.missingEmail ? invalid.required : email);
