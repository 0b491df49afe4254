import { oneLine } from './visitor-text.ts';

/** A visitor's words or a link, isolated from the writing direction of the sentence around it. */
export interface Inset {
  readonly text: string;
  readonly href?: string | undefined;
}

/** One sentence: the site's words as text, others' words as insets. */
export type Line = readonly (string | Inset)[];

/** A link that is shown as a button. */
export interface Action {
  readonly label: string;
  readonly href: string;
}

export interface Fact {
  readonly label: string;
  readonly value: Line;
}

/** A part of a mail, for both its text and its HTML. */
export type Block =
  | { readonly kind: 'title' | 'notice' | 'line' | 'small'; readonly line: Line }
  | { readonly kind: 'actions'; readonly actions: readonly Action[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'entry'; readonly title: Line; readonly facts: readonly Fact[] }
  | { readonly kind: 'list'; readonly label: string; readonly items: readonly Line[] }
  | { readonly kind: 'message'; readonly label: string; readonly lines: readonly string[] };

/** A visitor's text, sanitized, on one line. */
export function typed(text: string, href?: string): Inset {
  return { text: oneLine(text), href };
}
