import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { IconNode } from 'lucide';
import { createElement } from 'react';

const Drawing = chakra('svg', {
  base: {
    display: 'inline-block',
    flexShrink: 0,
    width: '6',
    height: '6',
    verticalAlign: 'baseline',
    fill: 'none',
    stroke: 'currentcolor',
    strokeWidth: '2px',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
});

export interface IconProps extends Omit<HTMLChakraProps<'svg'>, 'children' | 'of'> {
  /** One of lucide's, on its grid of 24. */
  readonly of: IconNode;
}

/** A decorative icon beside text, hidden from assistive technology, in the colour of the text. */
export function Icon({ of: shapes, ...props }: IconProps) {
  const drawn = shapes.map(([shape, attributes]) => createElement(shape, attributes));
  return createElement(Drawing, { viewBox: '0 0 24 24', 'aria-hidden': true, ...props }, ...drawn);
}
