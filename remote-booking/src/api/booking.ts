import type { BOOKING_FIELDS, ValuesOf } from '@site/contract/form-fields';

export type Reservation = ValuesOf<typeof BOOKING_FIELDS>;

export interface Booking extends Reservation {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
}

/** The server's limits: dates per reservation, and days ahead. */
export const MAX_DATES = 31;

export const MAX_DAYS_AHEAD = 730;
