import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { printCss } from './print-css';
import { surface } from './surface';

const light = {
  color: 'ink',
  '--link': '{colors.tile}',
  '--link-pressed': '{colors.tile.deep}',
  '--tick': '{colors.sage}',
  '--focus-ring': '{colors.tile}',
};

const dark = {
  color: 'paper',
  '--link': '{colors.paper}',
  '--link-pressed': '{colors.sand}',
  '--tick': '{colors.sun}',
  '--focus-ring': '{colors.sun}',
};

/** Whatever takes the focus is scrolled clear of what floats there. */
const ROOM_AT_THE_FOOT = 'calc(var(--room-for-notices, 0px) + var(--room-for-banner, 0px))';

/** Whatever has a background of its own names it in `data-surface`: text, links, ticks and focus follow. */
export const globalCss = defineGlobalStyles({
  html: {
    ...light,
    bg: 'paper',
    scrollPaddingTop: 'header',
    scrollPaddingBottom: ROOM_AT_THE_FOOT,
    _motionSafe: { scrollBehavior: 'smooth' },
  },
  body: { fontFamily: 'body', fontSize: 'md', lineHeight: 'body' },
  [surface('paper')]: { ...light, bg: 'paper' },
  [surface('chalk')]: { ...light, bg: 'chalk' },
  [surface('sage')]: { ...light, bg: 'sage.mist' },
  [surface('sand')]: { ...light, bg: 'sand', '--link': '{colors.tile.deep}' },
  [surface('ink')]: { ...dark, bg: 'ink' },
  ':focus-visible': { outline: '3px solid var(--focus-ring)', outlineOffset: '3px' },
  // Takes the focus only to be read from there; nothing can be done with it.
  '[tabindex="-1"]:focus': { outline: 'none' },
  'html:has([data-notices])': { '--room-for-notices': '12rem' },
  // Where a scroll bar takes room, taking it away would move the page.
  'html:has(dialog:modal)': { '@media (hover: none)': { overflow: 'hidden' } },
  '@media print': printCss({ ...light, bg: 'transparent' }),
});
