import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

type SectionTone = 'paper' | 'chalk' | 'sand' | 'ink';

const Band = chakra('section', {
  base: { paddingBlock: { base: '14', md: '24' } },
  // On a phone, less space below the header shows more text without scrolling.
  variants: { isFirst: { true: { paddingTop: { base: '6', md: '24' } } } },
});

interface SectionProps {
  /** Target of links to `#id`. With an id, the section can take the focus. */
  readonly id?: string | undefined;
  readonly tone?: SectionTone;
  readonly labelledBy?: string | undefined;
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

export function Section({ id, tone = 'paper', labelledBy, isFirst = false, children }: SectionProps) {
  return (
    <Band isFirst={isFirst} id={id} tabIndex={id ? -1 : undefined} data-surface={tone} aria-labelledby={labelledBy}>
      {children}
    </Band>
  );
}
