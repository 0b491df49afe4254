import { chakra, defineRecipe, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';

// The border keeps the button visible on a sand surface.
const disabledPrimary = { bg: 'sand', borderColor: 'edge', color: 'ink.soft' };

const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    borderRadius: 'button',
    borderWidth: '2px',
    // Forced colours show it as the button's edge.
    borderColor: 'transparent',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    textAlign: 'center',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    _disabled: { cursor: 'not-allowed' },
    // Clicked before hydration: the shell repeats the click.
    '&[data-pressed]': { cursor: 'progress', borderStyle: 'dashed' },
    // Print omits backgrounds, and light text would be unreadable without one.
    _print: { bg: 'transparent', borderColor: 'currentcolor', color: 'ink' },
  },
  variants: {
    variant: {
      primary: {
        bg: 'tile',
        color: 'chalk',
        _hover: { bg: 'tile.deep' },
        _active: { bg: 'tile.deep' },
        _disabled: disabledPrimary,
      },
      quiet: {
        borderColor: 'currentcolor',
        _hover: { bg: 'ink', borderColor: 'ink', color: 'paper' },
        _active: { bg: 'ink', borderColor: 'ink', color: 'paper' },
        _disabled: { borderColor: 'edge', color: 'ink.soft' },
      },
      inverted: {
        bg: 'paper',
        color: 'ink',
        _hover: { bg: 'sand' },
        _active: { bg: 'sand' },
        _disabled: { bg: 'ink.soft', color: 'chalk' },
      },
    },
    size: {
      md: { minHeight: '11', paddingInline: '5', paddingBlock: '2', fontSize: 'md' },
      lg: { minHeight: '14', paddingInline: { base: '4', md: '7' }, paddingBlock: '3', fontSize: 'lg' },
    },
  },
  defaultVariants: { size: 'md' },
});

const Styled = chakra('button', buttonRecipe);

interface ButtonProps extends HTMLChakraProps<'button'> {
  /** `primary` for the one main action of a screen; `inverted` on dark surfaces. */
  readonly variant: 'primary' | 'quiet' | 'inverted';
  readonly size?: 'md' | 'lg';
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A native button, at least 44 px high. With `asChild`, the link inside looks like a button. */
export function Button(props: ButtonProps) {
  return props.asChild ? <Styled {...props} /> : <Styled type="button" {...props} />;
}

const Square = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '11',
    height: '11',
    borderRadius: 'button',
    borderWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    transition: 'border-color 120ms',
    _hover: { borderColor: 'currentcolor' },
  },
});

interface IconButtonProps extends HTMLChakraProps<'button'> {
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, ...props }: IconButtonProps) {
  return props.asChild ? (
    <Square aria-label={label} {...props} />
  ) : (
    <Square type="button" aria-label={label} {...props} />
  );
}

export const TextLink = chakra('a', {
  base: {
    color: 'var(--link)',
    fontWeight: 'medium',
    textDecoration: 'underline',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '3px',
    borderRadius: '2px',
    // An address is one word.
    overflowWrap: 'anywhere',
    // Makes the link tall enough to tap without moving the lines of a sentence.
    paddingBlock: '2px',
    _hover: { color: 'var(--link-pressed)', textDecorationThickness: '3px' },
  },
});
