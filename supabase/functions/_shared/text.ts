import { withoutInvisible } from '@site/contract/invisible';

const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;

// No language uses more accents on one letter; further ones would cover the lines above.
const HEAPED_MARKS = /(\p{M}{4})\p{M}+/gu;

// Created on first use: it takes 10 ms, and most programs cut no text.
let graphemes: Intl.Segmenter | undefined;

/** The text on one line, without invisible characters and direction marks. */
export function sanitizeLine(text: string): string {
  return legible(text.replace(/\p{Cc}/gu, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

export function sanitizeMultiline(text: string): string {
  return legible(text.replace(LINE_BREAK, '\n').replace(/(?![\t\n])\p{Cc}/gu, '\ufffd'));
}

function legible(text: string): string {
  return withoutInvisible(text.replace(/\p{Cs}/gu, '\ufffd')).replace(HEAPED_MARKS, '$1');
}

/**
 * A visitor's text for a subject or the name of an address.
 * @param longest in UTF-16 units; a longer text is cut between two visible characters and ends with …
 */
export function forHeader(text: string, longest: number): string {
  // Many mail readers decode =?utf-8?…?= anywhere in a header, which would reveal unchecked text.
  return cut(sanitizeLine(text).replaceAll('=?', '= ?'), longest);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  graphemes ??= new Intl.Segmenter('fr', { granularity: 'grapheme' });
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length >= longest) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text of a key; undefined for the names that every object has, such as `constructor`. */
export const textFor = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined;

/** A visitor's text or a link, isolated so that its writing direction does not affect the sentence around it. */
export interface Inset {
  readonly text: string;
  readonly href?: string | undefined;
}

/** One sentence: strings are the site's own words, insets come from others. */
export type Line = readonly (string | Inset)[];

export interface Action {
  readonly label: string;
  readonly href: string;
  /** Drawn without a colour, beside what matters more. */
  readonly isQuiet?: boolean;
}

export interface Row {
  readonly label: string;
  readonly value: Line;
}

export type Block =
  | { readonly kind: 'title' | 'notice' | 'line' | 'small'; readonly line: Line }
  | { readonly kind: 'actions'; readonly actions: readonly Action[] }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'entry'; readonly title: Line; readonly rows: readonly Row[] }
  | { readonly kind: 'list'; readonly label: string; readonly items: readonly Line[] }
  | { readonly kind: 'message'; readonly label: string; readonly lines: readonly string[] };

/** A visitor's text, sanitized, on one line. */
export function typed(text: string, href?: string): Inset {
  return { text: sanitizeLine(text), href };
}
