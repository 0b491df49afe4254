import { addDays } from '@site/contract/today';
import type { NamedRequest } from '../api/requests';
import type { AgendaDay, ClosedPeriod, DayRule } from '../api/wire';

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

/** @param month yyyy-MM */
export const daysOf = (month: string): readonly string[] => {
  const days: string[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
};

/** The first and the last day of a day's month, as `owner_agenda` takes them. */
export function monthAround(day: string) {
  const days = daysOf(monthOf(day));
  return { first: days[0] ?? day, last: days.at(-1) ?? day };
}

/** 0 for Monday. */
export const weekdayOf = (day: string): number => (utc(day).getUTCDay() + 6) % 7;

/** @param count number of months, may be negative */
export function addMonths(month: string, count: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return monthOf(isoDay(new Date(Date.UTC(year, at - 1 + count, 1))));
}

/** The same day of another month, or the last one of a shorter month. */
export function sameDayIn(month: string, day: string): string {
  const days = daysOf(month);
  return days[Number(day.slice(8)) - 1] ?? days.at(-1) ?? day;
}

/** The days of a month by week, Monday first; null before the first day and after the last. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const days = daysOf(month);
  const padded = [...Array<null>(weekdayOf(days[0] ?? '')).fill(null), ...days];
  const weeks = Array.from({ length: Math.ceil(padded.length / 7) }, (_, at) => padded.slice(at * 7, at * 7 + 7));
  return weeks.map((week) => [...week, ...Array<null>(7 - week.length).fill(null)]);
}

/** The day that a key of the ARIA grid pattern moves to; null for other keys. */
export function dayReachedBy({ key, shiftKey }: { key: string; shiftKey: boolean }, day: string): string | null {
  const byMonths = (count: number) => sameDayIn(addMonths(monthOf(day), shiftKey ? count * 12 : count), day);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return byMonths(-1);
    case 'PageDown':
      return byMonths(1);
    default:
      return null;
  }
}

/** Why visitors cannot choose a day. The owner can open a day that is closed by `off` or `period`. */
export type ClosedBy = 'off' | 'period' | 'busy' | 'holiday' | 'weekday' | 'confirmed' | 'soon' | 'far';

export interface DayState {
  readonly isPast: boolean;
  readonly isToday: boolean;
  /** Null for an open day. */
  readonly closedBy: ClosedBy | null;
  readonly period: ClosedPeriod | undefined;
  /** Key of a public holiday, also of one that is open. */
  readonly holiday: string | null;
  readonly confirmed: readonly NamedRequest[];
  readonly asked: AgendaDay['asked'];
}

interface DayContext {
  readonly rule: DayRule;
  readonly today: string;
  /** Undefined for a day without anything, and until the agenda is loaded. */
  readonly agendaDay: AgendaDay | undefined;
}

export function dayStateOf(day: string, { rule, today, agendaDay }: DayContext): DayState {
  const { requests: confirmed = [], asked = [], holiday = null, isBusy = false } = agendaDay ?? {};
  const period = rule.periods.find(({ first, last }) => first <= day && day <= last);
  const reasons: readonly (readonly [ClosedBy, boolean])[] = [
    ['off', rule.off.includes(day)],
    ['period', period !== undefined],
    ['busy', isBusy],
    ['holiday', rule.holidays && holiday !== null],
    ['weekday', rule.weekly[weekdayOf(day)] === false],
    ['confirmed', rule.confirmedDays && confirmed.length > 0],
    ['soon', day < addDays(today, rule.noticeDays)],
    ['far', rule.horizonDays !== null && day > addDays(today, rule.horizonDays)],
  ];
  return {
    isPast: day < today,
    isToday: day === today,
    closedBy: reasons.find(([, isClosed]) => isClosed)?.[0] ?? null,
    period,
    holiday,
    confirmed,
    asked,
  };
}
