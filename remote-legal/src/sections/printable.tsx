import { Box } from '@site/shared-ui';
import type { ReactNode } from 'react';

/** Put on what stays together on one sheet. */
export const UNCUT = { 'data-print': 'uncut' } as const;

// What all pages need on paper stands in shared-ui. Header and footer belong to the shell, but these pages are kept
// and handed on as sheets of their own.
const onPaper = {
  lineHeight: '1.4',
  'html:has(&) :is(header a, footer)': { display: 'none' },
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

/** A page that is also read on paper: no buttons, and links that say where they lead. */
export function Printable({ children }: { readonly children: ReactNode }) {
  return <Box css={{ '@media print': onPaper }}>{children}</Box>;
}
