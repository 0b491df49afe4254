import { defineTokens } from '@chakra-ui/react/styled-system';
import { fontFamilies } from './fonts';
import { palette } from './palette';
import { fontSizes } from './type-scale';

const STEP_REM = 0.25;
const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 20, 24, 32];
const spacing = Object.fromEntries(steps.map((step) => [step, { value: `${step * STEP_REM}rem` }]));

export const tokens = defineTokens({
  colors: {
    ink: { DEFAULT: { value: palette.ink }, soft: { value: palette.inkSoft } },
    paper: { value: palette.paper },
    chalk: { value: palette.chalk },
    sand: { value: palette.sand },
    edge: { value: palette.edge },
    tile: { DEFAULT: { value: palette.tile }, deep: { value: palette.tileDeep } },
    sage: { DEFAULT: { value: palette.sage }, mist: { value: palette.sageMist } },
    sun: { value: palette.sun },
  },
  fonts: { heading: { value: fontFamilies.heading }, body: { value: fontFamilies.body } },
  fontSizes,
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, semibold: { value: 600 }, bold: { value: 700 } },
  lineHeights: { tight: { value: 1.15 }, snug: { value: 1.35 }, body: { value: 1.6 } },
  radii: { button: { value: '12px' }, card: { value: '14px' }, full: { value: '999px' } },
  spacing: { ...spacing, header: { value: '64px' } },
  sizes: {
    ...spacing,
    full: { value: '100%' },
    prose: { value: '65ch' },
    content: { value: '73rem' },
    header: { value: '64px' },
  },
  zIndex: { header: { value: 10 }, banner: { value: 20 }, notice: { value: 30 } },
});
