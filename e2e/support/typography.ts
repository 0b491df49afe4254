import { LITERALS } from './specification';

const NARROW = '\u202f';
const FIXED = '\u00a0';

/** Violations of French typography, by the name of the rule. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  'straight apostrophe': /'/,
  'straight quotation mark': /"/,
  'three dots': /\.\.\./,
  'no narrow space before ; ! ?': new RegExp(`[^${NARROW}!?][;!?]`),
  'no narrow space inside «': new RegExp(`«(?!${NARROW})`),
  'no narrow space inside »': new RegExp(`(?<!${NARROW})»`),
  'no fixed space before :': new RegExp(`(?<![${FIXED}\\d]):`),
  'no fixed space before % or €': new RegExp(`(?<!${FIXED})[%€]`),
  'capital without its accent':
    /\b(A (la|partir|propos|retenir|compléter|corriger)|E(tape|diteur|tat|crire|crivez|change)s?)\b/,
};

/** English words that are not French words. */
const ENGLISH =
  /(?<!\p{L})(the|and|with|your|you|this|that|please|loading|submit|click|close|open|next|previous|month|choose|select|selected|required|optional|invalid|not|match|back|home|read|more|learn|send|error|oops|welcome|unavailable|available|date-picker|page not|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)(?!\p{L})/iu;

/** Placeholders, and what a program prints for a missing value. */
const LEFT_OVER = /lorem|ipsum|todo|fixme|xxx|undefined|\bnull\b|\bNaN\b|\[object|\$\{|\{\{|\[(?!À compléter\])/i;

/** Proper names keep their language. */
const NAMES = ['SIL Open Font', 'Open Graph'];

const ADDRESS = /\b(https?:\/\/|mailto:|tel:)\S+|\S+@\S+\.[a-z]+|\/[\w./-]+/gi;

/** Removes the specification's exact sentences, proper names and addresses. */
function ownWords(text: string): string {
  const withoutFixed = [...LITERALS, ...NAMES].reduce((rest, fixed) => rest.replaceAll(fixed, ''), text);
  return withoutFixed.replace(ADDRESS, '');
}

export function faultsOf(text: string): string[] {
  const own = ownWords(text);
  const rules = { ...FAULTS, 'English word': ENGLISH, 'left over': LEFT_OVER };
  return Object.entries(rules).flatMap(([name, rule]) => {
    const match = rule.exec(own);
    return match ? [`${name}: …${own.slice(Math.max(0, match.index - 25), match.index + 25)}…`] : [];
  });
}
