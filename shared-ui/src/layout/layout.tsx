import { Heading } from '@chakra-ui/react/heading';
import { Stack } from '@chakra-ui/react/stack';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Check, type IconNode } from 'lucide';
import { createElement, type ReactElement, type ReactNode } from 'react';

export const Container = chakra('div', {
  base: { width: 'full', maxWidth: 'content', marginInline: 'auto', paddingInline: '6' },
});

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

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHeader({ title, intro, children }: PageHeaderProps) {
  return (
    <Container paddingTop={{ base: '4', md: '14' }} paddingBottom={{ base: '6', md: '10' }}>
      {children}
      <Stack gap="4" marginTop={children ? { base: '4', md: '6' } : '0'}>
        <Heading as="h1" size="4xl" tabIndex={-1}>
          {title}
        </Heading>
        {intro && (
          <Text fontSize="lg" maxWidth="prose">
            {intro}
          </Text>
        )}
      </Stack>
    </Container>
  );
}

const Surface = chakra('div', {
  base: { borderWidth: '1px', borderRadius: 'card', padding: { base: '6', md: '8' } },
  variants: { tone: { chalk: { borderColor: 'sand' }, sage: { borderColor: 'sage' } } },
});

interface CardProps extends HTMLChakraProps<'div'> {
  readonly tone?: 'chalk' | 'sage';
}

export function Card({ tone = 'chalk', ...props }: CardProps) {
  return <Surface tone={tone} data-surface={tone} {...props} />;
}

const Items = chakra('ul', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3' } });
const Item = chakra('li', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    lineHeight: 'snug',
    '& > :last-child': { minWidth: '0' },
  },
});

// The items never change, so their index is their key.
export function CheckList({ items }: { readonly items: readonly ReactNode[] }) {
  return (
    <Items>
      {items.map((item, index) => (
        <Item key={index}>
          <Icon of={Check} color="var(--tick)" />
          <span>{item}</span>
        </Item>
      ))}
    </Items>
  );
}

export const Tag = chakra('span', {
  base: {
    display: 'inline-block',
    paddingInline: '3',
    paddingBlock: '1',
    borderRadius: 'full',
    // Visible only with forced colours.
    borderWidth: '1px',
    borderColor: 'transparent',
    bg: 'sun',
    color: 'ink',
    fontSize: 'sm',
    fontWeight: 'semibold',
    lineHeight: 'snug',
  },
});

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

interface PictureProps {
  readonly src: string;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** Intrinsic size in pixels, which reserves the space. */
  readonly width: number;
  readonly height: number;
  readonly eager?: boolean;
  /** Loads it eagerly with low priority: WebKit prints no lazy picture that the visitor has not scrolled to. */
  readonly forPrint?: boolean;
}

export function Picture({ src, alt, width, height, eager = false, forPrint = false }: PictureProps) {
  return (
    <chakra.img
      src={src}
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={eager || forPrint ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : forPrint ? 'low' : 'auto'}
      decoding="async"
    />
  );
}

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
