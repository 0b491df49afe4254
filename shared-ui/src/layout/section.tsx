import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export type SectionTone = 'paper' | 'chalk' | 'sand' | 'ink';

const Band = chakra('section', {
  base: { paddingBlock: { base: '14', md: '24' } },
  // Below the header, on a phone: each line that this saves is one more that is read without scrolling.
  variants: { isFirst: { true: { paddingTop: { base: '6', md: '24' } } } },
});

interface SectionProps {
  /** Target of a link to `#id`, which is scrolled clear of the fixed header and takes the focus. */
  readonly id?: string | undefined;
  readonly tone?: SectionTone;
  readonly labelledBy?: string | undefined;
  /** The first section of a page begins closer to the header on a phone. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

/** A band across the page with its vertical rhythm; put a `Container` in it. */
export function Section({ id, tone = 'paper', labelledBy, isFirst = false, children }: SectionProps) {
  return (
    <Band isFirst={isFirst} id={id} tabIndex={id ? -1 : undefined} data-surface={tone} aria-labelledby={labelledBy}>
      {children}
    </Band>
  );
}
