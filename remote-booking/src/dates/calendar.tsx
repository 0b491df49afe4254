import { Box, Flex, Heading, Icon, IconButton, todayInParis } from '@site/shared-ui';
import { addDays, format, isSameDay, type Locale, parseISO, setDefaultOptions } from 'date-fns';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { DatePicker, type ReactDatePickerCustomHeaderProps } from 'react-datepicker';
import { MAX_DATES, MAX_DAYS_AHEAD } from '../api/booking';
import { calendar } from '../content/dates';
import './calendar.css';
import { fr } from 'date-fns/locale/fr';
import { ChevronLeft, ChevronRight } from 'lucide';

/** date-fns' French locale, with « 1er » for the first of a month in full dates, which label the calendar's days. */
const frenchCalendar: Locale = {
  ...fr,
  localize: { ...fr.localize, ordinalNumber: (day) => (day === 1 ? '1er' : String(day)) },
  formatLong: {
    ...fr.formatLong,
    date: (options) => (options.width === 'full' ? 'EEEE do MMMM y' : fr.formatLong.date(options)),
  },
};

interface CalendarGridProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Marks keyboard use, since WebKit's `:focus-visible` does not match moves that follow a click; keeps the focus. */
function CalendarGrid({ className, children }: CalendarGridProps) {
  const container = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  const [isKeyboard, setKeyboard] = useState(false);
  // Runs after each render, since the picker sets its own attributes again.
  useLayoutEffect(() => {
    if (!container.current) return;
    setAriaAttributes(container.current);
    // A click on a day of another month shows that month, which has a new element for the day.
    if (focused.current?.isConnected === false) focusTabbableDay(container.current);
  });
  return (
    <Box
      ref={container}
      className={className}
      data-keyboard={isKeyboard || undefined}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      // React hears no blur of an element that it removes.
      onBlur={() => {
        focused.current = null;
      }}
      onKeyDown={() => setKeyboard(true)}
      onPointerDown={() => setKeyboard(false)}
    >
      {children}
    </Box>
  );
}

/** Sets what the picker has no options for: a grid labelled by its heading, and accessible names for chosen days. */
function setAriaAttributes(container: HTMLElement) {
  const grid = container.querySelector('[role=table], [role=grid]');
  grid?.setAttribute('role', 'grid');
  grid?.setAttribute('aria-multiselectable', 'true');
  grid?.setAttribute('aria-labelledby', container.querySelector('h3')?.id ?? '');
  grid?.querySelector('[role=rowgroup][aria-label]')?.removeAttribute('aria-label');
  for (const day of container.querySelectorAll('[role=gridcell]')) {
    const isChosen = day.getAttribute('aria-selected') === 'true';
    const [from, to] = isChosen
      ? [calendar.dayPrefix, calendar.chosenDayPrefix]
      : [calendar.chosenDayPrefix, calendar.dayPrefix];
    const name = day.getAttribute('aria-label') ?? '';
    if (name.startsWith(from)) day.setAttribute('aria-label', to + name.slice(from.length));
  }
}

/** The picker moves the focus on to the active day. */
const focusTabbableDay = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });

interface CalendarHeaderProps extends ReactDatePickerCustomHeaderProps {
  /** Called with the day that the keyboard or a change of the month has reached. */
  readonly onReach: (day: Date) => void;
}

function CalendarHeader({
  date,
  onReach,
  decreaseMonth,
  increaseMonth,
  prevMonthButtonDisabled,
  nextMonthButtonDisabled,
}: CalendarHeaderProps) {
  const titleId = useId();
  useLayoutEffect(() => onReach(date));
  return (
    <Flex align="center" justify="space-between">
      <MonthButton
        label={calendar.previousMonth}
        icon={ChevronLeft}
        isOff={prevMonthButtonDisabled}
        onPress={decreaseMonth}
      />
      {/* Replaces the picker's own announcement, which would repeat it. */}
      <Heading as="h3" size="lg" id={titleId} aria-live="polite">
        {format(date, 'LLLL yyyy', { locale: frenchCalendar })}
      </Heading>
      <MonthButton
        label={calendar.nextMonth}
        icon={ChevronRight}
        isOff={nextMonthButtonDisabled}
        onPress={increaseMonth}
      />
    </Flex>
  );
}

interface MonthButtonProps {
  readonly label: string;
  readonly icon: Parameters<typeof Icon>[0]['of'];
  readonly isOff: boolean;
  readonly onPress: () => void;
}

// aria-disabled instead of disabled: the button keeps the focus at the last month.
function MonthButton({ label, icon, isOff, onPress }: MonthButtonProps) {
  return (
    <IconButton label={label} aria-disabled={isOff} opacity={isOff ? 0.4 : 1} onClick={() => isOff || onPress()}>
      <Icon of={icon} />
    </IconButton>
  );
}

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

/** Opens on the first day that can be chosen; renders in the browser only, since that depends on the current day. */
export function Calendar({ chosen, onChange, closed = [] }: CalendarProps) {
  const today = parseISO(todayInParis());
  // Hundreds of days with a short horizon, so not `excludeDates`, which compares each day with all of them.
  const closedDays = new Set(closed);
  const [chosenBefore] = useState(chosen[0]);
  const { active, reach } = useActiveDay(chosenBefore ? parseISO(chosenBefore) : firstOpenDay(today, closedDays));

  function choose(days: Date[] | null) {
    const next = (days ?? []).map(isoDay).sort();
    if (next.length <= Math.max(MAX_DATES, chosen.length - 1)) onChange(next);
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

function firstOpenDay(today: Date, closed: ReadonlySet<string>): Date {
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!closed.has(isoDay(day))) return day;
  }
  return today;
}

/** Months behind the owner's horizon cannot be reached. */
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
 * chosen day out of the tab order unless it is also `selected`, and the focus would be lost there. Of its public
 * properties, only the `date` of the custom header names that day before it has the focus.
 */
function useActiveDay(first: Date) {
  const [{ reached, opened }, setDays] = useState({ reached: first, opened: first });
  // The closed days may arrive after it has opened. Who has not moved yet follows.
  const active = isSameDay(reached, opened) ? first : reached;
  const hasToFollow = active === first && !isSameDay(opened, first);
  function reach(day: Date) {
    if (isSameDay(day, active)) {
      if (hasToFollow) setDays({ reached: first, opened: first });
      return;
    }
    // The picker follows `selected` in a render of its own.
    if (hasToFollow && isSameDay(day, opened)) return;
    setDays({ reached: day, opened });
    // The picker moves the focus without scrolling, so the day could be behind the cookie banner.
    document.activeElement?.scrollIntoView?.({ block: 'nearest' });
  }
  return { active, reach };
}
