import { Box, chakra } from '@site/shared-ui';
import { Fragment } from 'react';
import { type Block, EMPTY_PLACE } from '../papers/paper';

/**
 * On a narrow screen, each cell stands below its heading, and an amount beside it. Printed paper keeps the table,
 * even on a narrow page.
 */
const STACKED = {
  minWidth: '0',
  '&, & thead, & tbody, & tfoot, & tr, & th, & td': { display: 'block' },
  '& thead tr:last-of-type': { srOnly: true },
  '& th, & td': { borderWidth: '0' },
  '& tr': { borderWidth: '1px', borderColor: 'black', marginTop: '-1px' },
  '& tfoot tr': { display: 'flex', justifyContent: 'space-between' },
  '& td[data-label]::before': { content: 'attr(data-label)', display: 'block', fontWeight: 'bold' },
  '& td[data-amount]::before': { float: 'left' },
};
const isOfAmounts = (head: string) => /^(?:Prix|Total|Somme)/.test(head);
const Table = chakra('table', {
  base: {
    width: 'full',
    minWidth: '46rem',
    // The last border of a table as wide as the page is not printed.
    _print: { minWidth: '0', width: 'calc(100% - 1px)' },
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    marginBlock: { base: '3', _print: '2' },
    '& th, & td': {
      borderWidth: '1px',
      borderColor: 'black',
      textAlign: 'start',
      verticalAlign: 'top',
      padding: '1',
      _print: { paddingBlock: '1px' },
    },
    '& td': { whiteSpace: 'pre-line' },
    '& [data-amount]': { textAlign: 'end' },
    '& th': { fontWeight: 'bold' },
    '& tr, &[data-grouped] tbody': { breakInside: 'avoid' },
    '@media screen and (width < 48rem)': STACKED,
  },
});

/** A grid of its own keeps the page from becoming as wide as the table on a phone. */
const TableBox = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    overflowX: 'auto',
    _print: {
      display: 'block',
      overflow: 'visible',
      '&:not(:has(tr:nth-child(9), tbody:nth-of-type(3)))': { breakInside: 'avoid' },
    },
  },
});

type PaperTableProps = Extract<Block, { readonly kind: 'table' }> & {
  /** Title of the paper. */
  readonly title: string;
};

/** A table of a paper. An empty cell is a place for a signature. */
export function PaperTable({ head, rows, widths, sums = [], caption, together = rows.length, title }: PaperTableProps) {
  const areAmounts = head.map((cell) => isOfAmounts(cell) || undefined);
  const groups = rows.flatMap((_, at) => (at % together === 0 ? [rows.slice(at, at + together)] : []));
  return (
    <TableBox tabIndex={0} role="region" aria-label={`${title}\u00a0: ${head.join(', ')}`}>
      <Table data-grouped={together < rows.length ? '' : undefined}>
        <colgroup>
          {widths.map((width, at) => (
            <col key={at} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
        <thead>
          {caption && (
            <tr>
              <th scope="colgroup" colSpan={head.length}>
                <MarkedText>{caption}</MarkedText>
              </th>
            </tr>
          )}
          <tr>
            {head.map((cell, at) => (
              <th key={cell} scope="col" data-amount={areAmounts[at]}>
                <MarkedText>{cell}</MarkedText>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group, number) => (
          <tbody key={number}>
            {group.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column} data-label={head[column]} data-amount={areAmounts[column]}>
                    {cell ? <MarkedText>{cell}</MarkedText> : <Box minHeight="18mm" />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          {sums.map(([label, amount]) => (
            <tr key={label}>
              <th scope="row" colSpan={head.length - 1} data-amount>
                {label}
              </th>
              <td data-amount={areAmounts.at(-1)}>
                <MarkedText>{amount}</MarkedText>
              </td>
            </tr>
          ))}
        </tfoot>
      </Table>
    </TableBox>
  );
}

const Missing = chakra('mark', {
  base: { bg: 'sun', color: 'ink', fontWeight: 'semibold', whiteSpace: 'nowrap' },
});
/** An address that people copy from the print. It breaks only where it is longer than a line. */
const Unbroken = chakra('span', { base: { display: 'inline-block', maxWidth: 'full' } });

const ADDRESS = /(\S*(?:@|:\/\/)\S+)/;

/** Marks the places that are still empty, and keeps an address on one line. */
export const MarkedText = ({ children }: { readonly children: string }) =>
  children
    .split(EMPTY_PLACE)
    .map((part, at) =>
      EMPTY_PLACE.test(part) ? (
        <Missing key={at}>{part}</Missing>
      ) : (
        part
          .split(ADDRESS)
          .map((word, place) =>
            ADDRESS.test(word) ? (
              <Unbroken key={`${at}-${place}`}>{word}</Unbroken>
            ) : (
              <Fragment key={`${at}-${place}`}>{word}</Fragment>
            ),
          )
      ),
    );
