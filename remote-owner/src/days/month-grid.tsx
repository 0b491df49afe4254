import { Box, chakra, Flex, Heading, Icon, IconButton, VisuallyHidden } from '@site/shared-ui';
import { ChevronLeft, ChevronRight } from 'lucide';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { addMonths, dayReachedBy, monthOf, sameDayIn, weeksOf } from '../calendar/month';
import { calendar } from '../content/calendar';
import { formatMonth, WEEKDAYS } from '../content/dates';

/** Leaves each day 44 px on a phone of 360 px. */
const GAP = '3px';
const Table = chakra('table', {
  base: {
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: GAP,
    width: `calc(100% + 2 * ${GAP})`,
    marginInline: `-${GAP}`,
  },
});
const Cell = chakra('td');

interface MonthGridProps {
  /** The chosen day, yyyy-MM-dd; its month is shown. */
  readonly day: string;
  readonly onDay: (day: string) => void;
  /** A button with the properties that it is given. */
  readonly cell: (day: string, button: DayButtonProps) => ReactNode;
}

export interface DayButtonProps {
  readonly tabIndex: number;
  readonly onClick: () => void;
}

/** A month as a grid with one tab stop; keys move the choice, as in the visitors' calendar. */
export function MonthGrid({ day: chosen, onDay, cell }: MonthGridProps) {
  const { table, isMoved } = useFocusedChoice(chosen);
  const month = monthOf(chosen);
  const move = (event: KeyboardEvent) => {
    const reached = dayReachedBy(event, chosen);
    if (reached === null) return;
    event.preventDefault();
    isMoved.current = true;
    onDay(reached);
  };
  return (
    <Box>
      <MonthHeader month={month} onMonth={(to) => onDay(sameDayIn(to, chosen))} />
      <Table ref={table} role="grid" aria-label={formatMonth(month)} onKeyDown={move}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <span aria-hidden>{name.charAt(0)}</span>
                <VisuallyHidden>{name}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {WEEKDAYS.map((name, at) => {
                const day = week[at];
                if (!day) return <td key={name} aria-hidden />;
                const isChosen = day === chosen;
                return (
                  <Cell key={name} role="gridcell" aria-selected={isChosen}>
                    {cell(day, { tabIndex: isChosen ? 0 : -1, onClick: () => onDay(day) })}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

/** Focuses the chosen day after a key has moved the choice. */
function useFocusedChoice(chosen: string) {
  const table = useRef<HTMLTableElement>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [chosen]);
  return { table, isMoved };
}

interface MonthHeaderProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
}

function MonthHeader({ month, onMonth }: MonthHeaderProps) {
  return (
    <Flex align="center" justify="space-between">
      <IconButton label={calendar.previous} onClick={() => onMonth(addMonths(month, -1))}>
        <Icon of={ChevronLeft} />
      </IconButton>
      <Heading as="h3" size="lg" aria-live="polite" minWidth="0" textAlign="center" overflowWrap="anywhere">
        {formatMonth(month)}
      </Heading>
      <IconButton label={calendar.nextMonth} onClick={() => onMonth(addMonths(month, 1))}>
        <Icon of={ChevronRight} />
      </IconButton>
    </Flex>
  );
}
