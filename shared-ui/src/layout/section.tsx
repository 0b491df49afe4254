import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export type SectionTone = 'paper' | 'chalk' | 'sand' | 'ink';

const Band = chakra('section', { base: { paddingBlock: { base: '14', md: '24' } } });

interface SectionProps {
  /** Target of a link to `#id`, scrolled clear of the fixed header. */
  readonly id?: string | undefined;
  readonly tone?: SectionTone;
  readonly labelledBy?: string | undefined;
  readonly children: ReactNode;
}

/** A band across the page with its vertical rhythm; put a `Container` in it. */
export function Section({ id, tone = 'paper', labelledBy, children }: SectionProps) {
  return (
    <Band id={id} data-surface={tone} aria-labelledby={labelledBy}>
      {children}
    </Band>
  );
}
