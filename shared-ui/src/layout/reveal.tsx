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
  /** Milliseconds between coming into sight and rising. */
  readonly delay?: number;
  readonly children: ReactNode;
}

/**
 * Rises and fades in once it comes into sight. It is always in the HTML, and visible: it hides itself only when it
 * stands below the window, scripts run (`data-js` on the html element) and motion is welcome.
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
