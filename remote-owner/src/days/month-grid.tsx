import { Box, chakra, Flex, Heading, Icon, IconButton, VisuallyHidden } from '@site/shared-ui';
import { ChevronLeft, ChevronRight } from 'lucide';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { addMonths, type DayState, dayReachedBy, monthOf, sameDayIn, weeksOf } from '../calendar/month';
import { calendar, describeDay } from '../content/agenda';
import { formatDay, formatMonth, WEEKDAYS } from '../content/dates';

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
  /** The days are only looked at: the chosen one is where the keys are, and has no ring. */
  readonly isPreview?: boolean;
  readonly cell: (day: string, button: DayButtonProps) => ReactNode;
}

interface DayButtonProps {
  readonly tabIndex: number;
  readonly onClick: () => void;
}

/** A month as a grid with one tab stop; keys move the choice, as in the visitors' calendar. */
export function MonthGrid({ day: chosen, onDay, isPreview = false, cell }: MonthGridProps) {
  const month = monthOf(chosen);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const table = event.currentTarget;
    const reached = dayReachedBy(event, chosen);
    if (reached === null) return;
    event.preventDefault();
    flushSync(() => onDay(reached));
    table.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  return (
    <Box>
      <MonthHeader month={month} onMonth={(to) => onDay(sameDayIn(to, chosen))} />
      <Table role="grid" aria-label={formatMonth(month)} onKeyDown={move}>
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
                  <Cell key={name} role="gridcell" aria-selected={isPreview ? undefined : isChosen}>
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

function MonthHeader({ month, onMonth }: { readonly month: string; readonly onMonth: (month: string) => void }) {
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

type Look = keyof typeof calendar.keys;

/** Signs beside the colours, for those who do not see these. */
const SIGNS: Readonly<Partial<Record<Look, string>>> = { confirmed: '●', clash: '●●', asked: '○', busy: '–' };

const Day = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    width: 'full',
    minHeight: '12',
    borderRadius: 'button',
    borderWidth: '2px',
    borderColor: 'transparent',
    bg: 'chalk',
    fontSize: 'min({fontSizes.md}, 5.5vw)',
    lineHeight: 'tight',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    '&[data-look="rule"], &[data-look="off"], &[data-look="busy"]': { bg: 'sand', color: 'ink.soft' },
    '&[data-look="off"]': { textDecoration: 'line-through' },
    '&[data-look="asked"]': { bg: 'sun' },
    '&[data-look="confirmed"]': { bg: 'sage', color: 'chalk' },
    '&[data-look="clash"]': { bg: 'alarm', color: 'chalk' },
    '&[data-past]': { fontStyle: 'italic' },
    '&:hover': { borderColor: 'edge' },
    '&[aria-current]': { borderColor: 'ink', fontWeight: 'bold' },
    '[aria-selected="true"] > &': { borderColor: 'tile', boxShadow: '0 0 0 2px var(--ui-colors-tile)' },
    _highContrast: {
      borderColor: 'Canvas',
      '&[data-look]:not([data-look="rule"], [data-look="off"], [data-look="busy"])': { borderColor: 'CanvasText' },
      '&[data-look="clash"]': { borderStyle: 'double', borderWidth: '4px' },
      '&[data-look="rule"], &[data-look="off"], &[data-look="busy"]': { color: 'GrayText' },
      '[aria-selected="true"] > &': {
        forcedColorAdjust: 'none',
        boxShadow: 'none',
        bg: 'Highlight',
        borderColor: 'Highlight',
        color: 'HighlightText',
      },
    },
  },
});

function lookOf({ confirmed, asked, closedBy }: DayState): Look | undefined {
  if (confirmed.length > 1) return 'clash';
  if (confirmed.length === 1) return 'confirmed';
  if (closedBy === 'off' || closedBy === 'period') return 'off';
  if (asked.length > 0) return 'asked';
  if (closedBy === 'busy') return 'busy';
  return closedBy === null ? undefined : 'rule';
}

interface DayCellProps extends DayButtonProps {
  readonly day: string;
  readonly state: DayState;
}

export function DayCell({ day, state, ...button }: DayCellProps) {
  const look = lookOf(state);
  return (
    <Day
      type="button"
      {...button}
      data-look={look}
      data-past={state.isPast || undefined}
      aria-current={state.isToday ? 'date' : undefined}
      aria-label={[formatDay(day), ...describeDay(state)].join(', ')}
    >
      {Number(day.slice(8))}
      <Sign look={look} />
    </Day>
  );
}

/** Keeps the line also without a sign, so that all numbers of a week are level. */
function Sign({ look }: { readonly look: Look | undefined }) {
  return (
    <Box as="span" aria-hidden fontSize="0.5rem" lineHeight="1" minHeight="0.5rem">
      {look && SIGNS[look]}
    </Box>
  );
}

/** @param withBusy whether a day is busy in the owner's own calendar */
export function Legend({ withBusy = false }: { readonly withBusy?: boolean | undefined }) {
  const keys = Object.entries(calendar.keys).filter(([look]) => look !== 'busy' || withBusy);
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="4" rowGap="1" fontSize="sm" marginTop="3">
      {keys.map(([look, name]) => (
        <Flex as="li" key={look} align="center" gap="2">
          <Box css={{ '& > *': { width: '7', minHeight: '7', cursor: 'default', pointerEvents: 'none' } }} aria-hidden>
            <Day as="span" data-look={look} fontSize="sm">
              1<Sign look={look as Look} />
            </Day>
          </Box>
          {name}
        </Flex>
      ))}
    </Flex>
  );
}
