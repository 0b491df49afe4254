import type { BOOKING_FIELDS, ValuesOf } from '@site/contract/form-fields';

export type Reservation = ValuesOf<typeof BOOKING_FIELDS>;

export interface Booking extends Reservation {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
}

/** `max_dates` and `days_ahead` of the database (`private.settings`). */
export const MAX_DATES = 31;

export const MAX_DAYS_AHEAD = 730;
