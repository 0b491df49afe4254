import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import createCache, { type EmotionCache } from '@emotion/cache';

/** Selects elements by their background. */
const surface = <Name extends string>(name: Name) => `[data-surface="${name}"]` as const;

const printCss = (light: Readonly<Record<string, string>>) => ({
  html: { fontSize: '75%', bg: 'transparent' },
  '[data-surface]': light,
  '[data-screen-only], a[href^="#"], dialog': { display: 'none' },
  'main a[href^="http"]::after': { content: '" (" attr(href) ")"', fontWeight: 'normal', overflowWrap: 'anywhere' },
  'h1, h2, h3, h4': { breakAfter: 'avoid', breakInside: 'avoid' },
  // Firefox and WebKit ignore `break-after: avoid`. Reserved space keeps a heading on the same page as its text.
  ':is(h2, h3, h4)::after': { content: '""', display: 'block', height: '10rem', marginBottom: '-10rem' },
  'p, li, figure, img': { breakInside: 'avoid' },
  [surface('chalk')]: { breakInside: 'avoid' },
  [surface('sage')]: { breakInside: 'avoid' },
});

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

const ROOM_AT_THE_FOOT = 'calc(var(--room-for-notices, 0px) + var(--room-for-banner, 0px))';

/** `data-surface` names an element's background and sets the colours of its text, links, ticks and focus ring. */
export const globalCss = defineGlobalStyles({
  html: {
    ...light,
    bg: 'paper',
    scrollPaddingTop: 'header',
    // Keeps focused elements clear of the notices and the banner.
    scrollPaddingBottom: ROOM_AT_THE_FOOT,
  },
  // Holds both: its controls undo the padding with a negative margin.
  '[data-foot]': { '--room-at-the-foot': ROOM_AT_THE_FOOT },
  '[data-foot] :is(a, button)': { scrollMarginBottom: 'calc(-1 * var(--room-at-the-foot))' },
  // The keyboard scrolls at once: a smooth scroll to one tab stop could continue after the next has the focus, and hide
  // it.
  'html:not(:has(:focus-visible))': { _motionSafe: { scrollBehavior: 'smooth' } },
  // The shell's inline script removes the attribute once the page has loaded.
  'html[data-first-screen] main section ~ section, html[data-first-screen] footer': {
    contentVisibility: 'auto',
    containIntrinsicBlockSize: 'auto 50rem',
  },
  body: { fontFamily: 'body', fontSize: 'md', lineHeight: 'body' },
  [surface('paper')]: { ...light, bg: 'paper' },
  [surface('chalk')]: { ...light, bg: 'chalk' },
  [surface('sage')]: { ...light, bg: 'sage.mist' },
  [surface('sand')]: { ...light, bg: 'sand', '--link': '{colors.tile.deep}' },
  [surface('ink')]: { ...dark, bg: 'ink' },
  ':focus-visible': { outline: '3px solid var(--focus-ring)', outlineOffset: '3px' },
  // It is not interactive, and focused only as a starting point for reading.
  '[tabindex="-1"]:focus': { outline: 'none' },
  'html:has([data-notices]), html:has([data-notices]) [data-foot]': { '--room-for-notices': 'min(12rem, 40vh)' },
  // Hiding a classic scroll bar would move the page.
  'html:has(dialog:modal)': { '@media (hover: none)': { overflow: 'hidden' } },
  '@media print': printCss({ ...light, bg: 'transparent' }),
});

/** Resets browser styles: the part of Chakra's preflight that these pages need. */
export const resetCss = `@layer reset {
  html {
    -webkit-text-size-adjust: 100%;
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
    touch-action: manipulation;
  }
  * { margin: 0; padding: 0; font: inherit; overflow-wrap: break-word; -webkit-tap-highlight-color: transparent; }
  *, ::before, ::after, ::backdrop { box-sizing: border-box; border: 0 solid; }
  body { min-height: 100dvh; position: relative; }
  img, svg { display: block; vertical-align: middle; }
  img { max-width: 100%; height: auto; }
  ol, ul { list-style: none; }
  a { color: inherit; text-decoration: inherit; }
  strong { font-weight: bolder; }
  code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  button { background: none; }
  button, input, textarea { appearance: none; color: inherit; }
  textarea { resize: vertical; }
  ::placeholder { opacity: 1; }
  :user-invalid { box-shadow: none; }
  [hidden]:where(:not([hidden='until-found'])) { display: none !important; }
}`;

/** Marks the style element that only one composed page has. */
const OWN = 'data-own';
/** Marks the style elements that all composed pages have. */
const GLOBAL = 'data-global';

/** Adds no vendor prefixes: the source contains the few that supported browsers need. */
export const createStyleCache = (): EmotionCache => createCache({ key: 'css', stylisPlugins: [] });

/**
 * Replaces Emotion's attribute on a page's style elements. Emotion would move elements that have it, and the browser
 * would lay out the whole page again.
 */
export const composedStyles = (tags: string): string =>
  tags.replaceAll(/data-emotion="css-global [^"]*"/g, GLOBAL).replaceAll(/data-emotion="css [^"]*"/g, OWN);

/** Creates the browser's Emotion cache, which treats the classes of the composed page as inserted. */
export function createComposedCache(): EmotionCache {
  const cache = createStyleCache();
  for (const { textContent } of document.querySelectorAll(`style[${OWN}]`)) {
    for (const [, name = ''] of (textContent ?? '').matchAll(/\.css-(\w+)/g)) cache.inserted[name] = true;
  }
  return cache;
}

/** A composed page already has the global styles in its head, so they are not generated again. */
export const hasGlobalStyles = typeof document !== 'undefined' && document.querySelector(`style[${GLOBAL}]`) !== null;
