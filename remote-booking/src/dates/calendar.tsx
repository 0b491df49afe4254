import { todayInParis } from '@site/shared-ui';
import { addDays, format, isSameDay, parseISO, setDefaultOptions } from 'date-fns';
import { useState } from 'react';
import { DatePicker } from 'react-datepicker';
import { calendar } from '../content/dates';
import { CalendarGrid, CalendarHeader, frenchCalendar } from './calendar-frame';
import { MAX_DATES, MAX_DAYS_AHEAD } from './date-limits';
import './calendar.css';

const MONDAY = 1;

// The picker's End key takes the end of the week from date-fns' default locale.
setDefaultOptions({ locale: frenchCalendar, weekStartsOn: MONDAY });

export interface CalendarProps {
  /** yyyy-MM-dd, ascending. */
  readonly chosen: readonly string[];
  readonly onChange: (dates: readonly string[]) => void;
  /** Days that cannot be chosen, yyyy-MM-dd. */
  readonly closed?: readonly string[];
}

/** Renders in the browser only, since it opens on the current month. */
export function Calendar({ chosen, onChange, closed = [] }: CalendarProps) {
  const today = parseISO(todayInParis());
  // Hundreds of days with a short horizon, so not `excludeDates`, which compares each day with all of them.
  const closedDays = new Set(closed);
  const { active, reach } = useActiveDay(chosen[0] ? parseISO(chosen[0]) : today);

  function choose(days: Date[] | null) {
    const next = (days ?? []).map(isoDay).sort();
    if (next.length <= MAX_DATES) onChange(next);
  }

  return (
    <DatePicker
      inline
      selectsMultiple
      shouldCloseOnSelect={false}
      selected={active}
      selectedDates={chosen.map((date) => parseISO(date))}
      onChange={choose}
      minDate={today}
      maxDate={lastOpenDay(today, closedDays)}
      filterDate={(day) => !closedDays.has(isoDay(day))}
      locale={frenchCalendar}
      calendarStartDay={MONDAY}
      calendarContainer={CalendarGrid}
      renderDayContents={nameDay}
      // The picker calls this as a function, and hooks need a component.
      renderCustomHeader={(props) => <CalendarHeader {...props} onReach={reach} />}
      chooseDayAriaLabelPrefix={calendar.dayPrefix}
      disabledDayAriaLabelPrefix={calendar.disabledDayPrefix}
    />
  );
}

/** So that months behind the owner's horizon cannot be reached. */
function lastOpenDay(today: Date, closed: ReadonlySet<string>): Date {
  let ahead = MAX_DAYS_AHEAD;
  while (ahead > 0 && closed.has(isoDay(addDays(today, ahead)))) ahead -= 1;
  return addDays(today, ahead);
}

const isoDay = (day: Date) => format(day, 'yyyy-MM-dd');

/** Matches the day's accessible name. */
const nameDay = (day: number) => (day === 1 ? '1er' : day);

/**
 * Tracks the day with the keyboard focus, which is passed as `selected`. With several chosen days, the picker takes a
 * chosen day out of the tab order unless it is also `selected`, and the focus would be lost there.
 */
function useActiveDay(first: Date) {
  const [active, setActive] = useState(first);
  function reach(day: Date) {
    if (isSameDay(day, active)) return;
    setActive(day);
    // The picker moves the focus without scrolling, so the day could be behind the cookie banner.
    document.activeElement?.scrollIntoView?.({ block: 'nearest' });
  }
  return { active, reach };
}
