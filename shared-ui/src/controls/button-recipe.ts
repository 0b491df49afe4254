import { defineRecipe } from '@chakra-ui/react/styled-system';

// The border keeps the button visible on a sand surface.
const disabledPrimary = { bg: 'sand', borderColor: 'edge', color: 'ink.soft' };

export const buttonRecipe = defineRecipe({
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
    // On a phone, larger text does not widen the padding: a long word would not fit.
    size: {
      md: { minHeight: '11', paddingInline: 'min(1.25rem, 5.6vw)', paddingBlock: '2', fontSize: 'md' },
      lg: { minHeight: '14', paddingInline: { base: 'min(1rem, 4.5vw)', md: '7' }, paddingBlock: '3', fontSize: 'lg' },
    },
  },
  defaultVariants: { size: 'md' },
});
