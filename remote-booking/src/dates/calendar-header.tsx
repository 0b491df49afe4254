import { Flex, Heading, Icon, IconButton } from '@site/shared-ui';
import { format } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide';
import { useId } from 'react';
import type { ReactDatePickerCustomHeaderProps } from 'react-datepicker';
import { calendar } from '../content/dates';
import { frenchCalendar } from './french-calendar';

export function CalendarHeader({
  date,
  decreaseMonth,
  increaseMonth,
  prevMonthButtonDisabled,
  nextMonthButtonDisabled,
}: ReactDatePickerCustomHeaderProps) {
  const titleId = useId();
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
