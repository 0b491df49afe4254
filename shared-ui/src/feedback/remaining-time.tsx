import { chakra } from '@chakra-ui/react/styled-system';

const Bar = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    height: '4px',
    bg: 'sun',
    transformOrigin: 'left',
    animationName: 'remainingTime',
    animationTimingFunction: 'linear',
    animationFillMode: 'forwards',
    _highContrast: { bg: 'Highlight' },
    // With reduced motion, the bar shrinks in five steps.
    _motionReduce: { animationTimingFunction: 'steps(5)' },
  },
});

interface RemainingTimeProps {
  readonly durationMs: number;
  readonly isPaused: boolean;
}

/** Shrinks with the remaining time. Uses classes, because the page's security policy blocks style attributes. */
export function RemainingTime({ durationMs, isPaused }: RemainingTimeProps) {
  return (
    <Bar
      aria-hidden="true"
      animationDuration={`${durationMs}ms`}
      animationPlayState={isPaused ? 'paused' : 'running'}
    />
  );
}
