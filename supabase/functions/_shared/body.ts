import { sanitizeLine } from './sanitize-text.ts';

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
  /** Without a colour, beside what matters more. */
  readonly isQuiet?: boolean;
}

export interface Fact {
  readonly label: string;
  readonly value: Line;
}

export type Block =
  | { readonly kind: 'title' | 'notice' | 'line' | 'small'; readonly line: Line }
  | { readonly kind: 'actions'; readonly actions: readonly Action[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'entry'; readonly title: Line; readonly facts: readonly Fact[] }
  | { readonly kind: 'list'; readonly label: string; readonly items: readonly Line[] }
  | { readonly kind: 'message'; readonly label: string; readonly lines: readonly string[] };

/** A visitor's text, sanitized, on one line. */
export function typed(text: string, href?: string): Inset {
  return { text: sanitizeLine(text), href };
}
