import { Box, chakra } from '@site/shared-ui';
import { useEffect } from 'react';
import type { Block, Paper } from '../papers/paper';
import { MarkedText, PaperTable } from './paper-table';

const Sheet = chakra('article', {
  base: {
    bg: 'white',
    color: 'black',
    padding: { base: '4', md: '10' },
    borderWidth: '1px',
    borderColor: 'sand',
    lineHeight: '1.4',
    overflowWrap: 'break-word',
    textWrap: 'pretty',
    _print: {
      padding: '0',
      borderWidth: '0',
      fontSize: '9.5pt',
      lineHeight: '1.3',
      orphans: '3',
      widows: '3',
      '& [data-long]': { breakInside: 'auto' },
      // The height of a page, less what rounding needs.
      '&:has([data-space])': { display: 'flex', flexDirection: 'column', minHeight: '262mm' },
    },
  },
});
const COLUMNS = {
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gridTemplateRows: 'auto auto',
  gridAutoFlow: 'column',
  '& > :nth-of-type(5)': { gridArea: '3 / 1 / auto / -1' },
  '& > :nth-of-type(6)': { gridArea: '4 / 1 / auto / -1' },
};
const Letterhead = chakra('header', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: '6',
    fontSize: '0.9em',
    paddingBottom: '2',
    borderBottomWidth: '1px',
    borderColor: 'black',
    textWrap: 'balance',
    // Who the body is on the left, how to reach it on the right, sentences below.
    md: COLUMNS,
    _print: COLUMNS,
  },
});
const Title = chakra('h3', {
  base: { fontSize: '1.5em', fontWeight: 'bold', marginBlock: '4', textAlign: 'center', _print: { marginBlock: '2' } },
});
const Annex = chakra(Title, { base: { breakBefore: 'page' } });
const Part = chakra('h4', {
  base: {
    fontSize: '1.1em',
    fontWeight: 'bold',
    marginTop: '4',
    marginBottom: '1',
    _print: { marginTop: '2', '&::after': { height: '12mm', marginBottom: '-12mm' } },
  },
});
const Line = chakra('p', {
  base: {
    marginBlock: '2',
    whiteSpace: 'pre-line',
    _print: { marginBlock: '1' },
    '&[data-greeting]': { marginBlock: '4' },
    // The lines of a form that is filled in by hand.
    '[data-annex] ~ &': { marginBlock: '4' },
  },
});
const Items = chakra('ul', {
  base: { paddingInlineStart: '5', marginBlock: '2', listStyleType: 'disc', _print: { marginBlock: '1' } },
});
const Terms = chakra('dl', {
  // No row stands alone on its page.
  base: { marginBlock: '2', '& > :is(:first-of-type, :nth-last-of-type(2))': { breakAfter: 'avoid' } },
});
const Row = chakra('div', {
  base: {
    display: { base: 'block', md: 'grid' },
    gridTemplateColumns: '12rem minmax(0, 1fr)',
    gap: '3',
    paddingBlock: '1',
    breakInside: 'avoid',
    _print: { display: 'grid', gridTemplateColumns: '11rem minmax(0, 1fr)', paddingBlock: '0' },
  },
});
const Label = chakra('dt', { base: { fontWeight: 'bold' } });
const Value = chakra('dd', { base: { whiteSpace: 'pre-line' } });

const Signatures = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    gap: '6',
    marginTop: '8',
    _print: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', marginTop: '3', paddingRight: '1px' },
  },
});
/**
 * Shares its rows with its neighbour, so that long names keep both in line. On a phone with large text, a line to
 * write on may break.
 */
const Party = chakra('div', {
  base: {
    display: 'grid',
    gridRow: 'span 3',
    gridTemplateRows: 'subgrid',
    rowGap: '1',
    gridTemplateColumns: 'minmax(0, 1fr)',
    overflowWrap: 'anywhere',
    breakInside: 'avoid',
    whiteSpace: 'pre-line',
  },
});
const Signature = chakra('div', {
  base: {
    minHeight: '24mm',
    borderWidth: '1px',
    borderColor: 'black',
    paddingInline: '2',
    paddingBlock: '1',
    fontSize: '0.9em',
  },
});
const Space = chakra('div', {
  base: {
    flexGrow: '1',
    minHeight: '30mm',
    marginTop: '1',
    marginRight: '1px',
    borderWidth: '1px',
    borderColor: 'black',
  },
});
const Clause = chakra('div', {
  base: {
    breakInside: 'avoid',
    _print: { '&:has(> [data-space])': { display: 'flex', flexDirection: 'column', flexGrow: '1' } },
  },
});
interface PaperSheetProps {
  readonly paper: Paper;
  /** A CSS name; set when several papers are on the page, so that each counts its own pages. */
  readonly name?: string;
}

/** A paper on its sheet, printed without the rest of the page. */
export function PaperSheet({ paper, name: pages = '' }: PaperSheetProps) {
  usePrintRules(pages, paper);
  const [name, ...lines] = paper.letterhead;
  const kinds = paper.blocks.map(({ kind }) => kind);
  const end = kinds.indexOf('signatures') + 1;
  // Nobody signs a page that has no clause.
  const heading = kinds.lastIndexOf('heading', end);
  const start = heading < 0 ? kinds.findLastIndex((kind, at) => at < end - 1 && kind !== 'text') + 1 : heading;
  const show = (block: Block, at: number) => <PaperBlock key={at} block={block} title={paper.title} />;
  return (
    <Sheet data-paper={pages}>
      <Letterhead>
        <Box fontWeight="bold">
          <MarkedText>{name ?? ''}</MarkedText>
        </Box>
        {lines.map((line) => (
          <Box key={line}>
            <MarkedText>{line}</MarkedText>
          </Box>
        ))}
      </Letterhead>
      <Title>{paper.title}</Title>
      {paper.blocks.slice(0, start).map(show)}
      <Clause>{paper.blocks.slice(start, end).map(show)}</Clause>
      {paper.blocks.slice(end).map(show)}
    </Sheet>
  );
}

/**
 * Texts of more than about eight printed lines may go on on the next page: Chromium leaves a single line there, in
 * spite of `widows`, where a heading comes before them.
 */
const isLong = (text: string) => (text.length > 900 ? '' : undefined);

interface PaperBlockProps {
  readonly block: Block;
  /** Title of the paper; labels its tables. */
  readonly title: string;
}

function PaperBlock({ block, title }: PaperBlockProps) {
  switch (block.kind) {
    case 'heading':
      return (
        <Part>
          <MarkedText>{block.text}</MarkedText>
        </Part>
      );
    case 'annex':
      return (
        <Annex as="h4" data-annex="">
          {block.text}
        </Annex>
      );
    case 'list':
      return (
        <Items>
          {block.items.map((item) => (
            <li key={item} data-long={isLong(item)}>
              <MarkedText>{item}</MarkedText>
            </li>
          ))}
        </Items>
      );
    case 'terms':
      return (
        <Terms>
          {block.rows.map(([label, value]) => (
            <Row key={label} data-long={isLong(value)}>
              <Label>{label}</Label>
              <Value>
                <MarkedText>{value}</MarkedText>
              </Value>
            </Row>
          ))}
        </Terms>
      );
    case 'table':
      return <PaperTable {...block} title={title} />;
    case 'signatures':
      return (
        <Signatures>
          {block.parties.map(([who, note]) => (
            <PartyPlace key={who} who={who} lines={note.split('\n')} />
          ))}
        </Signatures>
      );
    case 'space':
      return <Space data-space="" />;
    default:
      return (
        <Line data-greeting={block.kind === 'greeting' ? '' : undefined} data-long={isLong(block.text)}>
          <MarkedText>{block.text}</MarkedText>
        </Line>
      );
  }
}

const PartyPlace = ({ who, lines }: { readonly who: string; readonly lines: readonly string[] }) => (
  <Party>
    <Box fontWeight="bold">
      <MarkedText>{who}</MarkedText>
    </Box>
    <Box alignSelf="end" lineHeight="2">
      {lines.slice(0, -1).join('\n')}
    </Box>
    <Signature>{lines.at(-1)}</Signature>
  </Party>
);

const PRINT_RULES = [
  '@page { size: A4; margin: 13mm 16mm 15mm }',
  '@media print { [data-paper] ~ [data-paper] { break-before: page } }',
  '@media print { body *:not(:has([data-paper]), [data-paper], [data-paper] *) { display: none !important } }',
  '@media print { body *:has([data-paper]) { display: block !important; margin: 0 !important; padding: 0 !important; max-width: none !important } }',
];

const boxes = (foot: string, page: string) =>
  [
    `@bottom-left { content: ${JSON.stringify(foot)};`,
    `@bottom-right { content: ${page}; white-space: nowrap; padding-left: 6mm;`,
  ]
    .map((box) => `${box} font: 7.5pt var(--ui-fonts-body, sans-serif) }`)
    .join(' ');

/**
 * Page rules of one paper among several. `counter(pages)` counts everything that is printed, and no browser counts
 * the pages of one paper. So the foot has the page of the paper, and the sheet among all sheets, to show if one is
 * missing.
 */
export const pageRules = (name: string, foot: string): readonly string[] =>
  name
    ? [
        `@page ${name} { counter-increment: ${name}; ${boxes(foot, `"page " counter(${name}) " – feuille " counter(page) " / " counter(pages)`)} }`,
        `[data-paper="${name}"] { page: ${name} }`,
      ]
    : [`@page { ${boxes(foot, '"page " counter(page) " / " counter(pages)')} }`];

/** Rules for the whole page, while a paper is shown. The page's policy refuses style elements with a text. */
function usePrintRules(name: string, { foot }: Paper): void {
  useEffect(() => {
    const style = document.head.appendChild(document.createElement('style'));
    for (const rule of PRINT_RULES) style.sheet?.insertRule(rule);
    try {
      for (const rule of pageRules(name, foot)) style.sheet?.insertRule(rule);
    } catch {
      // A browser without margin boxes prints no numbers.
    }
    return () => style.remove();
  }, [name, foot]);
}
