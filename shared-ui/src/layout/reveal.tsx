import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useRef } from 'react';
import { useRevealStage } from './use-reveal-stage';

const RISE = '400ms ease-out var(--rise-delay, 0ms)';

const Riser = chakra('div', {
  base: {
    '@media screen and (prefers-reduced-motion: no-preference)': {
      'html[data-js] [data-stage="waiting"]&': { opacity: 0, transform: 'translateY(16px)' },
      'html[data-js] [data-stage="rising"]&': { transition: `opacity ${RISE}, transform ${RISE}` },
    },
  },
});

interface RevealProps {
  readonly delay?: number;
  readonly children: ReactNode;
}

/**
 * Rises and fades in when it is scrolled into view. It is hidden only below the viewport after the first scroll, with
 * scripts (`data-js` on the html element) and without reduced motion.
 */
export function Reveal({ delay = 0, children }: RevealProps) {
  const ref = useRef<HTMLDivElement>(null);
  const stage = useRevealStage(ref);
  return (
    <Riser ref={ref} data-stage={stage} css={delay > 0 ? { '--rise-delay': `${delay}ms` } : undefined}>
      {children}
    </Riser>
  );
}
