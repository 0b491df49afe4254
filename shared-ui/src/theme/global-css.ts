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

/** Keeps focused elements clear of the notices and the banner. Controls inside these undo it with a negative margin. */
const ROOM_AT_THE_FOOT = 'calc(var(--room-for-notices, 0px) + var(--room-for-banner, 0px))';

/** `data-surface` names an element's background and sets the colours of its text, links, ticks and focus ring. */
export const globalCss = defineGlobalStyles({
  html: {
    ...light,
    bg: 'paper',
    scrollPaddingTop: 'header',
    '--room-at-the-foot': ROOM_AT_THE_FOOT,
    scrollPaddingBottom: 'var(--room-at-the-foot)',
  },
  // Not with the keyboard: a smooth scroll to one tab stop could continue after the next has the focus, and hide it.
  'html:not(:has(:focus-visible))': { _motionSafe: { scrollBehavior: 'smooth' } },
  body: { fontFamily: 'body', fontSize: 'md', lineHeight: 'body' },
  [surface('paper')]: { ...light, bg: 'paper' },
  [surface('chalk')]: { ...light, bg: 'chalk' },
  [surface('sage')]: { ...light, bg: 'sage.mist' },
  [surface('sand')]: { ...light, bg: 'sand', '--link': '{colors.tile.deep}' },
  [surface('ink')]: { ...dark, bg: 'ink' },
  ':focus-visible': { outline: '3px solid var(--focus-ring)', outlineOffset: '3px' },
  // Not interactive: focused only as a starting point for reading.
  '[tabindex="-1"]:focus': { outline: 'none' },
  'html:has([data-notices])': { '--room-for-notices': '12rem' },
  // Hiding a classic scroll bar would move the page.
  'html:has(dialog:modal)': { '@media (hover: none)': { overflow: 'hidden' } },
  '@media print': printCss({ ...light, bg: 'transparent' }),
});
