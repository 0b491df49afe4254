import { Box, Flex, Heading, Icon, IconButton } from '@site/shared-ui';
import { format, type Locale } from 'date-fns';
import { fr } from 'date-fns/locale/fr';
import { ChevronLeft, ChevronRight } from 'lucide';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactDatePickerCustomHeaderProps } from 'react-datepicker';
import { calendar } from '../content/dates';

/** date-fns' French locale, with « 1er » for the first of a month in full dates, which label the calendar's days. */
export const frenchCalendar: Locale = {
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

/** Marks keyboard use, since WebKit's `:focus-visible` does not match moves that follow a click. */
export function CalendarGrid({ className, children }: CalendarGridProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isKeyboard, setKeyboard] = useState(false);
  // Runs after each render, since the picker sets its own attributes again.
  useLayoutEffect(() => {
    if (container.current) describe(container.current);
  });
  return (
    <Box
      ref={container}
      className={className}
      data-keyboard={isKeyboard || undefined}
      onKeyDown={() => setKeyboard(true)}
      onPointerDown={() => setKeyboard(false)}
    >
      {children}
    </Box>
  );
}

/** Sets what the picker has no options for: a grid labelled by its heading, and accessible names for chosen days. */
function describe(container: HTMLElement) {
  const grid = container.querySelector('[role=table], [role=grid]');
  grid?.setAttribute('role', 'grid');
  grid?.setAttribute('aria-multiselectable', 'true');
  grid?.setAttribute('aria-labelledby', container.querySelector('h3')?.id ?? '');
  grid?.querySelector('.react-datepicker__month')?.removeAttribute('aria-label');
  for (const day of container.querySelectorAll('[role=gridcell]')) {
    const isChosen = day.getAttribute('aria-selected') === 'true';
    const [from, to] = isChosen
      ? [calendar.dayPrefix, calendar.chosenDayPrefix]
      : [calendar.chosenDayPrefix, calendar.dayPrefix];
    const name = day.getAttribute('aria-label') ?? '';
    if (name.startsWith(from)) day.setAttribute('aria-label', to + name.slice(from.length));
  }
}

interface CalendarHeaderProps extends ReactDatePickerCustomHeaderProps {
  /** Called with the day that the keyboard or a change of the month has reached. */
  readonly onReach: (day: Date) => void;
}

export function CalendarHeader({
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
        of={ChevronLeft}
        isOff={prevMonthButtonDisabled}
        onPress={decreaseMonth}
      />
      {/* Replaces the picker's own announcement, which would repeat it. */}
      <Heading as="h3" size="lg" id={titleId} aria-live="polite">
        {format(date, 'LLLL yyyy', { locale: frenchCalendar })}
      </Heading>
      <MonthButton
        label={calendar.nextMonth}
        of={ChevronRight}
        isOff={nextMonthButtonDisabled}
        onPress={increaseMonth}
      />
    </Flex>
  );
}

interface MonthButtonProps {
  readonly label: string;
  readonly of: Parameters<typeof Icon>[0]['of'];
  readonly isOff: boolean;
  readonly onPress: () => void;
}

// aria-disabled instead of disabled: the button keeps the focus at the last month.
function MonthButton({ label, of, isOff, onPress }: MonthButtonProps) {
  return (
    <IconButton label={label} aria-disabled={isOff} opacity={isOff ? 0.4 : 1} onClick={() => isOff || onPress()}>
      <Icon of={of} />
    </IconButton>
  );
}
