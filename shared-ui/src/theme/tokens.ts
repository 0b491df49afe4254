import { defineRecipe, defineTokens } from '@chakra-ui/react/styled-system';
import { palette } from '@site/contract/palette';
import { fontFamilies } from './fonts';

const PX_PER_REM = 16;
const NARROW_PX = 360;
const WIDE_PX = 1120;

const rem = (px: number) => `${round(px / PX_PER_REM)}rem`;
const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** The largest heading is as large in the narrowest window, of 320 px, with text of the usual size. */
const MAX_ON_PHONES = '11.25vw';

export function fluid(smallPx: number, largePx: number): string {
  const growth = (largePx - smallPx) / (WIDE_PX - NARROW_PX);
  const start = smallPx - growth * NARROW_PX;
  return `min(clamp(${rem(smallPx)}, calc(${rem(start)} + ${round(growth * 100)}vw), ${rem(largePx)}), ${MAX_ON_PHONES})`;
}

const fontSizes = {
  sm: { value: rem(16) },
  md: { value: rem(18) },
  lg: { value: `min(${MAX_ON_PHONES}, ${rem(20)})` },
  xl: { value: fluid(22, 25) },
  '2xl': { value: fluid(26, 31) },
  '3xl': { value: fluid(30, 39) },
  '4xl': { value: fluid(36, 49) },
};

const STEP_REM = 0.25;
/** A step in the narrowest window, of 320 px, is as wide as with `STEP_REM` and text of the usual size. */
const STEP_VW = 1.25;
const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 20, 24, 32];
/** On a phone, larger text does not widen the space around it: the words need the room. */
const length = (step: number) => `min(${step * STEP_REM}rem, ${step * STEP_VW}vw)`;
const spacing = Object.fromEntries(steps.map((step) => [step, { value: length(step) }]));

const HEADER = 'max(64px, min(4rem, 22vw))';

export const tokens = defineTokens({
  colors: {
    // An alpha in the value: color-mix() in a variable leaves older browsers without any colour.
    ink: { DEFAULT: { value: palette.ink }, soft: { value: palette.inkSoft }, shadow: { value: `${palette.ink}1F` } },
    paper: { DEFAULT: { value: palette.paper }, veil: { value: `${palette.paper}D9` } },
    chalk: { value: palette.chalk },
    sand: { value: palette.sand },
    edge: { value: palette.edge },
    tile: { DEFAULT: { value: palette.tile }, deep: { value: palette.tileDeep } },
    alarm: { value: palette.alarm },
    warning: { value: palette.warning },
    sage: { DEFAULT: { value: palette.sage }, mist: { value: palette.sageMist } },
    sun: { value: palette.sun },
  },
  fonts: { heading: { value: fontFamilies.heading }, body: { value: fontFamilies.body } },
  fontSizes,
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, semibold: { value: 600 }, bold: { value: 700 } },
  lineHeights: { tight: { value: 1.15 }, snug: { value: 1.35 }, body: { value: 1.6 } },
  radii: { button: { value: '12px' }, card: { value: '14px' }, full: { value: '999px' } },
  spacing: { ...spacing, header: { value: HEADER } },
  sizes: {
    ...spacing,
    full: { value: '100%' },
    prose: { value: '65ch' },
    content: { value: '73rem' },
    header: { value: HEADER },
  },
  zIndex: { header: { value: 10 }, banner: { value: 20 }, notice: { value: 30 } },
});

export const headingRecipe = defineRecipe({
  base: {
    fontFamily: 'heading',
    fontWeight: 'bold',
    lineHeight: 'tight',
    letterSpacing: '-0.01em',
    textWrap: 'balance',
  },
  variants: {
    size: {
      md: { fontSize: 'md', lineHeight: 'snug' },
      lg: { fontSize: 'lg', lineHeight: 'snug' },
      xl: { fontSize: 'xl', lineHeight: 'snug' },
      '2xl': { fontSize: '2xl' },
      '3xl': { fontSize: '3xl' },
      '4xl': { fontSize: '4xl', letterSpacing: '-0.02em' },
    },
  },
  defaultVariants: { size: 'xl' },
});

export const textRecipe = defineRecipe({ base: { textWrap: 'pretty' } });
