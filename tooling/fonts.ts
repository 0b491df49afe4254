import type { RuleSetRule } from '@rspack/core';

const between = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));

const PUNCTUATION = '\u2009\u2011\u202f–—‘’“”…€•·°«»\u00a0';
const FRENCH = `${between(0x20, 0x7e)}ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿ${PUNCTUATION}`;
/** Adds the letters of Western European names, which visitors enter. */
const WESTERN = FRENCH + between(0xa0, 0xff);

const subset = (letters: string, weights: readonly [number, number]) => ({
  loader: 'subset-font',
  options: { letters, weights },
});

export const fontRules: RuleSetRule[] = [
  { test: /bricolage-grotesque[^/]*\.woff2$/, type: 'asset/resource', use: subset(FRENCH, [600, 700]) },
  { test: /figtree[^/]*\.woff2$/, type: 'asset/resource', use: subset(WESTERN, [400, 700]) },
];
