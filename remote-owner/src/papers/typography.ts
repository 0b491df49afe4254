import { WEEKDAYS } from '../content/dates';

const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';
const JOINED = [
  /\b0\d(?: \d\d){4}\b/g, // Phone
  /\b(?:SIREN )?\d{3} \d{3} \d{3}\b/g,
  /\b\d\d \d\d \d{5} \d\d\b/g, // Declaration of activity
  /\b\d+ à \d+\b/g,
  /\b(?:BP|CS|TSA) \d+\b/g,
  new RegExp(`(?:(?:${WEEKDAYS.join('|')}) )?\\b(?:1er|\\d\\d?)(?: (?:${MONTHS})(?: \\d{4})?)?(?!\\p{L})`, 'gu'),
];

/** French spaces and hyphens, so that the texts of papers can be written with ordinary ones. */
export const typeset = (text: string) =>
  JOINED.reduce((given, whole) => given.replace(whole, (found) => found.replaceAll(' ', '\u00a0')), text)
    .replace(/ ([;!?»])/g, '\u202f$1')
    .replace(/« /g, '«\u202f')
    .replace(/ ([:%€])/g, '\u00a0$1')
    .replace(/\S+/g, typesetWord)
    .replace(/(\d) (?=(?:h|heures?|jours?|ans|mois)(?!\p{L}))/gu, '$1\u00a0');

/** « L6353-3 », « 261-4-4° » */
const ARTICLE = /\b(?:[LRD]\d{3,4}(?:-\d+)+|\d{3}(?:-\d+)+°)/gu;

/** An address is copied from the print: it stays as it is. */
const typesetWord = (word: string) =>
  /[@/]|\.\p{L}/u.test(word)
    ? word
    : word
        .replace(/\b(e|demi|ci)-(?=mail|journée|après)/giu, '$1\u2011')
        .replace(/-(?=(?:nous|vous)(?!\p{L}))/gu, '\u2011')
        .replaceAll('-à-', '\u2011à\u2011')
        .replace(ARTICLE, (number) => number.replaceAll('-', '\u2011'))
        .replace(/(\p{L})'(?=\p{L})/gu, '$1’');
