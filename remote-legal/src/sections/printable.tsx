import { Box } from '@site/shared-ui';
import type { ReactNode } from 'react';

/** Keeps a block on one printed sheet. */
export const AVOID_PAGE_BREAK = { 'data-print': 'uncut' } as const;

// shared-ui has the print styles of all pages; these pages are also printed without the shell's header and footer.
const onPaper = {
  lineHeight: '1.4',
  'html:has(&) :is(header, footer)': { display: 'none' },
  'main:has(&)': { paddingTop: '0' },
  '& :is(button, a svg)': { display: 'none' },
  '& h1': { fontSize: '2rem' },
  '& h2': { fontSize: '1.5rem', marginBottom: '0.5rem' },
  '& h3': { fontSize: '1.125rem' },
  '& dd': { marginBottom: '0' },
  '& section': { paddingBlock: '1rem', breakInside: 'auto' },
  '& :is([role="note"], [data-print="uncut"])': { breakInside: 'avoid' },
  '& dt': { breakAfter: 'avoid' },
  '& a': { display: 'inline', color: 'inherit', border: '0', padding: '0', minHeight: '0', textAlign: 'start' },
  '& a[data-screen-only]': { display: 'none' },
  '& a[href^="/"]::after': { content: '" (" attr(href) ")"' },
};

/** Prints a page without buttons, and with the addresses of its links. */
export function Printable({ children }: { readonly children: ReactNode }) {
  return <Box css={{ '@media print': onPaper }}>{children}</Box>;
}
