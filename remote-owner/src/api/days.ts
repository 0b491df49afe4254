import type { OwnedRequest } from '@site/supabase/requests';
import type { NamedRequest } from './requests';

export interface DayRule {
  /** Whether each weekday is open, Monday first. */
  readonly weekly: readonly boolean[];
  /** Whether French public holidays are closed. */
  readonly holidays: boolean;
  /** Single days off, yyyy-MM-dd, ascending. */
  readonly off: readonly string[];
  readonly periods: readonly ClosedPeriod[];
  /** Whether days with a confirmed reservation are closed. */
  readonly confirmedDays: boolean;
  /** Days between today and the first one that can be booked; 0: today can. */
  readonly noticeDays: number;
  /** Days from today to the last one that can be booked; null: as far as the site allows. */
  readonly horizonDays: number | null;
  readonly version: number;
}

/** Days off from the first to the last, yyyy-MM-dd. */
export interface ClosedPeriod {
  readonly first: string;
  readonly last: string;
  readonly label: string | null;
}

/** A day that is confirmed or asked for, busy in the owner's own calendar, or a holiday. */
export interface AgendaDay {
  readonly date: string;
  /** Those that are confirmed on this day. */
  readonly requests: readonly OwnedRequest[];
  /** Open reservations that ask for it. */
  readonly asked: readonly NamedRequest[];
  /** Key of a French public holiday, open or not. */
  readonly holiday: string | null;
  /** Whether the owner's own calendar is busy on this day. */
  readonly isBusy: boolean;
}
