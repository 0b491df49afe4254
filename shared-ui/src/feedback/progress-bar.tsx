import { chakra } from '@chakra-ui/react/styled-system';

const track = { bg: 'chalk', borderRadius: 'full' };
const fill = { bg: 'sage', borderRadius: 'full', _highContrast: { bg: 'Highlight' } };

const Bar = chakra('progress', {
  base: {
    appearance: 'none',
    display: 'block',
    width: 'full',
    height: '3',
    overflow: 'hidden',
    borderWidth: '1px',
    borderColor: 'edge',
    ...track,
    '&::-webkit-progress-bar': track,
    '&::-webkit-progress-value': fill,
    '&::-moz-progress-bar': fill,
  },
});

interface ProgressBarProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}

export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return <Bar value={value} max={max} aria-label={label} />;
}
