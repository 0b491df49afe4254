import { Box, chakra, Flex } from '@site/shared-ui';
import type { DayState } from '../calendar/day-state';
import { calendar, describeDay } from '../content/calendar';
import { formatDay } from '../content/dates';
import type { DayButtonProps } from './month-grid';

type Look = keyof typeof calendar.keys;

/** Seen without colours too. */
const MARKS: Readonly<Partial<Record<Look, string>>> = { confirmed: '●', clash: '●●', asked: '○', busy: '–' };

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
    lineHeight: 'tight',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    '&[data-look="rule"], &[data-look="off"], &[data-look="busy"]': { bg: 'sand', color: 'ink.soft' },
    '&[data-look="off"]': { textDecoration: 'line-through' },
    '&[data-look="asked"]': { bg: 'sun' },
    '&[data-look="confirmed"]': { bg: 'sage', color: 'chalk' },
    '&[data-look="clash"]': { bg: 'tile.deep', color: 'chalk' },
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
      <Mark look={look} />
    </Day>
  );
}

/** Keeps the line also without a mark, so that all numbers of a week are level. */
function Mark({ look }: { readonly look: Look | undefined }) {
  return (
    <Box as="span" aria-hidden fontSize="0.5rem" lineHeight="1" minHeight="0.5rem">
      {look && MARKS[look]}
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
              1<Mark look={look as Look} />
            </Day>
          </Box>
          {name}
        </Flex>
      ))}
    </Flex>
  );
}
