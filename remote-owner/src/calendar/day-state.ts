import type { AgendaDay, ClosedPeriod, DayRule } from '../api/days';
import type { NamedRequest } from '../api/requests';
import { addDays, weekdayOf } from './month';

/** Why visitors cannot choose a day. The owner can open a day that is closed by `off` or `period`. */
export type ClosedBy = 'off' | 'period' | 'busy' | 'holiday' | 'weekday' | 'confirmed' | 'soon' | 'far';

export interface DayState {
  readonly isPast: boolean;
  readonly isToday: boolean;
  /** Null for an open day. */
  readonly closedBy: ClosedBy | null;
  readonly period: ClosedPeriod | undefined;
  /** Also of a holiday that is open. */
  readonly holiday: string | null;
  readonly confirmed: readonly NamedRequest[];
  readonly asked: readonly NamedRequest[];
}

interface DayFacts {
  readonly rule: DayRule;
  readonly today: string;
  /** Undefined for a day without anything, and until the agenda is loaded. */
  readonly agendaDay: AgendaDay | undefined;
}

export function stateOf(day: string, { rule, today, agendaDay }: DayFacts): DayState {
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
