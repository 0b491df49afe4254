import type { Column } from '@site/contract/csv';
import { Box, Card, chakra, Flex, Grid, Stack, Text } from '@site/shared-ui';
import { useCall } from '../api/use-call';
import type { Figures, MonthFigures } from '../api/wire';
import { formatMonth } from '../content/dates';
import { figures as words } from '../content/figures';
import { Summary, TitledSection } from '../view/frame';
import { QueryResult } from '../view/query-result';

type Measure = keyof typeof words.names;

const MEASURES: readonly Measure[] = ['requests', 'confirmedDays', 'pages'];
const COLUMNS = 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))';

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    '& :is(th, td)': { paddingBlock: '2', paddingInlineEnd: '2', textAlign: 'start', verticalAlign: 'top' },
    '& tr': { borderBottomWidth: '1px', borderColor: 'sand' },
  },
});

export function FiguresSection() {
  const query = useCall('owner_figures', {});
  return (
    <TitledSection id="figures" title={words.title}>
      <QueryResult query={query}>{(figures) => <Drawn figures={figures} />}</QueryResult>
    </TitledSection>
  );
}

function Drawn({ figures: { months, agefice, daysAhead } }: { readonly figures: Figures }) {
  const requests = months.reduce((sum, month) => sum + month.requests, 0);
  const counted = MEASURES.filter((measure) => months.every((month) => month[measure] !== null));
  return (
    <Card>
      <Stack gap="5">
        <Text>{`${words.share(agefice, requests)} ${words.ahead(daysAhead)}`}</Text>
        <Grid gap="6" templateColumns={COLUMNS}>
          {counted.map((measure) => (
            <BarDrawing
              key={measure}
              name={words.names[measure]}
              bars={months.map((month) => ({ month: month.month, count: month[measure] ?? 0 }))}
            />
          ))}
        </Grid>
        {!counted.includes('pages') && <Text fontSize="sm">{words.uncounted}</Text>}
        <details>
          <Summary id="figures-table">{words.table}</Summary>
          <Box overflowX="auto" tabIndex={0} role="region" aria-labelledby="figures-table">
            <LineTable
              titleId="figures"
              first={words.month}
              lines={months.map((month) => ({ ...month, name: formatMonth(month.month) })).reverse()}
              columns={counted.map(
                (measure): Column<MonthFigures> => [words.names[measure], (month) => words.number(month[measure] ?? 0)],
              )}
            />
          </Box>
        </details>
      </Stack>
    </Card>
  );
}

export type Named<Line> = Line & { readonly name: string };

interface LineTableProps<Line> {
  /** Id of the title. */
  readonly titleId: string;
  /** Heads the names of the lines. */
  readonly first: string;
  readonly lines: readonly Named<Line>[];
  readonly columns: readonly Column<Line>[];
}

export const LineTable = <Line,>({ titleId, first, lines, columns }: LineTableProps<Line>) => (
  <Table aria-labelledby={titleId}>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {columns.map(([name]) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={line.name}>
          <th scope="row">{line.name}</th>
          {columns.map(([name, read]) => (
            <td key={name}>{read(line)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);

interface Bar {
  /** yyyy-MM */
  readonly month: string;
  readonly count: number;
}

const HEIGHT = 60;
const STEP = 20;
const BAR = 14;
/** A month with one request among thousands is still seen. */
const MIN_BAR = 2;

const Drawing = chakra('svg', { base: { display: 'block', width: 'full', height: '20', color: 'sage' } });

/** A bar for each month. The table next to it has the numbers. */
function BarDrawing({ name, bars }: { readonly name: string; readonly bars: readonly Bar[] }) {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const highest = bars.reduce((most, bar) => (bar.count > most.count ? bar : most), { month: '', count: 0 });
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR, (HEIGHT * count) / highest.count));
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
