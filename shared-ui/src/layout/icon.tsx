import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { IconNode } from 'lucide';
import { createElement, type ReactElement } from 'react';

// Attributes, because old browsers ignore the styles and would draw an icon as wide as the page.
const lines = {
  width: 24,
  height: 24,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const Drawing = chakra(
  'svg',
  { base: { display: 'inline-block', flexShrink: 0, width: '6', height: '6', verticalAlign: 'baseline' } },
  { forwardProps: Object.keys(lines) },
);

interface IconProps extends Omit<HTMLChakraProps<'svg'>, 'children' | 'of' | keyof typeof lines> {
  readonly of: IconNode;
}

/** A decorative icon, hidden from assistive technology. */
export function Icon({ of: shapes, ...props }: IconProps): ReactElement {
  const drawn = shapes.map(([shape, attributes]) => createElement(shape, attributes));
  return createElement(Drawing, { viewBox: '0 0 24 24', ...lines, 'aria-hidden': true, ...props }, ...drawn);
}
