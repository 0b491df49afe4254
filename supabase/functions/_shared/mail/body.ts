import { oneLine } from './visitor-text.ts';

/** Words that are not ours, or a link: set apart from the sentence around it, whatever its writing direction. */
export interface Inset {
  readonly text: string;
  readonly href?: string | undefined;
}

/** One sentence: our own words as text, the others' as insets. */
export type Line = readonly (string | Inset)[];

export interface Fact {
  readonly label: string;
  readonly value: Line;
}

/** What a mail says, once for both its text and its HTML. */
export type Block =
  | { readonly kind: 'title' | 'notice' | 'line' | 'small'; readonly line: Line }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'entry'; readonly title: Line; readonly facts: readonly Fact[] }
  | { readonly kind: 'list'; readonly label: string; readonly items: readonly Line[] }
  | { readonly kind: 'message'; readonly label: string; readonly lines: readonly string[] };

/** What somebody typed, in one harmless line. */
export function typed(text: string, href?: string): Inset {
  return { text: oneLine(text), href };
}
