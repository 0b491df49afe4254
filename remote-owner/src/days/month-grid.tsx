import { Box, chakra, Flex, Icon, IconButton, Text, VisuallyHidden } from '@site/shared-ui';
import { ChevronLeft, ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import { formatMonth, WEEKDAYS } from '../content/dates';
import { days } from '../content/days';
import { addMonths, weeksOf } from './month';

const Table = chakra('table', { base: { width: 'full', tableLayout: 'fixed', borderCollapse: 'collapse' } });

interface MonthGridProps {
  /** yyyy-MM */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly cell: (day: string) => ReactNode;
}

/** A month as a table, so that a screen reader names the weekday of each cell. */
export function MonthGrid({ month, onMonth, cell }: MonthGridProps) {
  return (
    <Box maxWidth="30rem">
      <Flex align="center" justify="space-between">
        <IconButton label={days.previous} onClick={() => onMonth(addMonths(month, -1))}>
          <Icon of={ChevronLeft} />
        </IconButton>
        <Text fontWeight="semibold" aria-live="polite">
          {formatMonth(month)}
        </Text>
        <IconButton label={days.next} onClick={() => onMonth(addMonths(month, 1))}>
          <Icon of={ChevronRight} />
        </IconButton>
      </Flex>
      <Table aria-label={formatMonth(month)}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <span aria-hidden>{name.slice(0, 3)}</span>
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
                return <td key={name}>{day && cell(day)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}
