import { Box, chakra, Flex, Text } from '@site/shared-ui';
import { formatMonth } from '../content/dates';
import { figures as words } from '../content/figures';

interface Bar {
  /** yyyy-MM */
  readonly month: string;
  readonly count: number;
}

const HEIGHT = 60;
const STEP = 20;
const BAR = 14;
/** A month with one request among thousands is still seen. */
const LEAST = 2;

const Drawing = chakra('svg', { base: { display: 'block', width: 'full', height: '20', color: 'sage' } });

interface BarDrawingProps {
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** A bar for each month. The table next to it has the numbers. */
export function BarDrawing({ name, bars }: BarDrawingProps) {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const highest = bars.reduce((most, bar) => (bar.count > most.count ? bar : most), { month: '', count: 0 });
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (HEIGHT * count) / highest.count));
  return (
    <Box as="figure">
      <Text as="figcaption" fontWeight="semibold">
        {name}
      </Text>
      <Text fontSize="sm">{words.most(highest.count)}</Text>
      <Drawing
        role="img"
        aria-label={words.drawing(name, total, highest)}
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ month, count }, at) => (
          <rect
            key={month}
            x={at * STEP + (STEP - BAR) / 2}
            y={HEIGHT - heightOf(count)}
            width={BAR}
            height={heightOf(count)}
            fill="currentColor"
          />
        ))}
        <line x1="0" x2={bars.length * STEP} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} stroke="currentColor" />
      </Drawing>
      <Flex columnGap="3" wrap="wrap" fontSize="sm" aria-hidden>
        <span>{formatMonth(bars[0]?.month ?? '')}</span>
        <Box as="span" marginInlineStart="auto">
          {formatMonth(bars.at(-1)?.month ?? '')}
        </Box>
      </Flex>
    </Box>
  );
}
