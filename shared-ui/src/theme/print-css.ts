import { surface } from './surface';

export const printCss = (light: Readonly<Record<string, string>>) => ({
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
