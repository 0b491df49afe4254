import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

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

type RevealStage = 'shown' | 'waiting' | 'rising';

const VISIBLE_SHARE = 0.1;
// Several thresholds: a tenth of a very long section may never fit into the viewport.
const REPORTED_SHARES = [0, 0.02, 0.04, 0.06, 0.08, VISIBLE_SHARE];

/**
 * Returns `shown` until the first scroll, and permanently for elements that are then in or above the viewport. Elements
 * below it are `waiting`, then `rising`. Screenshots, previews and translators do not scroll, so they get everything.
 */
function useRevealStage(ref: RefObject<HTMLElement | null>): RevealStage {
  const [stage, setStage] = useState<RevealStage>('shown');
  useEffect(() => {
    const element = ref.current;
    // Without an observer, nothing would ever show a hidden element.
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1);
        if (!latest) return;
        if (isBelowWindow(latest)) return setStage('waiting');
        if (!isSeenEnough(latest)) return;
        setStage((current) => (current === 'waiting' ? 'rising' : current));
        observer.disconnect();
      },
      { threshold: REPORTED_SHARES },
    );
    const start = () => observer.observe(element);
    window.addEventListener('scroll', start, { once: true, passive: true });
    return () => {
      window.removeEventListener('scroll', start);
      observer.disconnect();
    };
  }, [ref]);
  return stage;
}

function isBelowWindow({ isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean {
  return !isIntersecting && rootBounds !== null && boundingClientRect.top >= rootBounds.bottom;
}

function isSeenEnough({ intersectionRatio, intersectionRect, rootBounds, isIntersecting }: IntersectionObserverEntry) {
  const fillsHalfTheWindow = rootBounds !== null && intersectionRect.height >= rootBounds.height / 2;
  return !isIntersecting || intersectionRatio >= VISIBLE_SHARE || fillsHalfTheWindow;
}
