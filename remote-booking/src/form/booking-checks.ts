import { EMAIL_RULE } from '@site/contract/email';
import { BOOKING_FIELDS } from '@site/contract/form-fields';
import { cleanValues, emptyValues } from '@site/forms/fields';
import { errorsOf, type FieldErrors } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import { array, everyItem, minLength, nonEmpty, object, pipe, regex, string } from 'valibot';
import type { Booking } from '../api/booking';
import { invalid } from '../content/booking';

export const emptyBooking: Booking = { dates: [], ...emptyValues(BOOKING_FIELDS) };

export const cleanBooking = (booking: Booking): Booking => ({
  ...booking,
  ...cleanValues(BOOKING_FIELDS, booking),
  ...(booking.dates.length < 2 && { daysWanted: '' }),
});

const bookingSchema = object({
  // A page left open over midnight can hold a date that has passed.
  dates: pipe(
    array(string()),
    minLength(1, invalid.dates),
    everyItem((date) => date >= todayInParis(), invalid.pastDate),
  ),
  name: pipe(string(), nonEmpty(invalid.name)),
  email: pipe(string(), nonEmpty(invalid.missingEmail), regex(EMAIL_RULE, invalid.email)),
});

export const validateBooking = (booking: Booking): FieldErrors<Booking> => errorsOf(bookingSchema, booking);

/** The notice has only the first failing check: the dates, then missing values, then an invalid e-mail. */
export const noticeOf = ({ dates, name, email }: FieldErrors<Booking>): string | undefined =>
  dates ?? (name || email === invalid.missingEmail ? invalid.required : email);
