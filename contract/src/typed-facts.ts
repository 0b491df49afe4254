import { cleanEmail } from './email';
import { INVISIBLE } from './invisible';

/**
 * One line of what was typed, or pasted from Word or PowerPoint, whose line ends are control characters: with French
 * quotes, and no-break spaces only where French typography has them.
 */
export const cleanPasted = (typed: string): string =>
  typed
    .normalize()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/[“„]\s*/g, '«\u00a0')
    .replace(/\s*”/g, '\u00a0»')
    .replaceAll('‘', '’')
    .replace(/(?<![«\d])[\u00a0\u202f](?![»:;!?%€])/g, ' ')
    .replace(/ +(?=[ \u00a0\u202f])/g, '')
    .trim();

/** The nine digits of a SIREN, or of a SIRET, which begins with one; null for any other text. */
export function readSiren(typed: string): string | null {
  const [siren] = /^\d{9}(?=(?:\d{5})?$)/.exec(typed.replace(/[\s.-]/g, '')) ?? [];
  return siren && luhn(siren) % 10 === 0 ? siren : null;
}

const luhn = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (1 + (at % 2));
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** Whether a number of VAT in the text, such as FR 40 123 456 824, has its key; a text without one may be anything. */
function hasVatKey(text: string): boolean {
  const [, key, siren] = /\bFR\W*(\d\d)\W*((?:\d\W*){9})(?!\d)/i.exec(text) ?? [];
  if (!key || !siren) return !/\bFR\W*\d|^[\d\s.]+$/i.test(text);
  const digits = siren.replace(/\D/g, '');
  return readSiren(digits) !== null && Number(key) === (12 + 3 * (Number(digits) % 97)) % 97;
}

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  'publisher.siren': (text) => readSiren(text) !== null,
  'publisher.vat': hasVatKey,
  nda: (text) => /^(\d\s?){11}$/.test(text),
};

/** Whether the text passes the check of its key in `site.json`; an empty one passes. */
export const isPlausible = (key: string, text: string): boolean => text === '' || (CHECKS[key]?.(text) ?? true);

/** The text as it is stored under a key of `site.json`: of a SIRET, its SIREN. */
export function cleanFact(key: string, typed: string): string {
  const text = cleanPasted(typed);
  if (key === 'email') return cleanEmail(text);
  const siren = key === 'publisher.siren' && readSiren(text);
  return siren ? siren.replace(/\d{3}(?=\d)/g, '$& ') : text;
}
