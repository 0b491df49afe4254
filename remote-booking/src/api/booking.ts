import { cleanEmail } from '@site/contract/email';
import { cleanLine } from '@site/forms/texts';

export interface Reservation {
  readonly name: string;
  readonly email: string;
  /** Empty if not given. */
  readonly phone: string;
  readonly isAgefice: boolean;
}

export interface Booking extends Reservation {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
}

export const emptyBooking: Booking = { dates: [], name: '', email: '', phone: '', isAgefice: false };

export function cleanBooking({ name, email, phone, ...rest }: Booking): Booking {
  return { ...rest, name: cleanLine(name), email: cleanEmail(email), phone: cleanLine(phone) };
}

/** The server's limits: dates per reservation, and days ahead. */
export const MAX_DATES = 31;

export const MAX_DAYS_AHEAD = 730;
