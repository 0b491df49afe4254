export interface Phone {
  /** « 06 39 98 00 00 », with no-break spaces, of a French number, also overseas; any other text is as it was typed. */
  readonly shown: string;
  /** `+33639980000`, or a short number such as `3639`. Null when a call would fail or reach somebody else. */
  readonly tel: string | null;
  /** The digits of a number that may receive messages: not of a French landline or a short number. */
  readonly whatsApp: string | null;
}

/** The first digits of numbers overseas, by country code. 0639 98 is no number of Mayotte but reserved for fiction. */
const OVERSEAS = [
  [/^(?:26[29]|69[23]|639(?!98))/, '262'],
  [/^(?:590|69[01])/, '590'],
  [/^[56]94/, '594'],
  [/^(?:596|69[67])/, '596'],
] as const;
const FRENCH = /^(?:(?:00)?(33|262|59[046])0?|0)([1-9]\d{8})$/;
const SHORT = /^(?:10\d\d|3\d{3}|118\d{3})$/;

/** Reads a number in any spelling: `+33 (0)6 …`, `0033 06…`, `33612345678`, full-width digits, invisible marks. */
export function readPhone(typed: string): Phone {
  const text = typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const tel = dial(text);
  const national = /^\+(?:33|262|59[046])(\d{9})$/.exec(tel ?? '')?.[1];
  const isLandline = national !== undefined && !/^[67]/.test(national);
  return {
    // « (le soir) » is worth reading.
    shown: national && !/\p{L}/u.test(text) ? `0${national}`.replace(/\d\d(?=\d)/g, '$&\u00a0') : text,
    tel,
    whatsApp: tel?.startsWith('+') && !isLandline ? tel.slice(1) : null,
  };
}

/** `Phone.tel` alone: pages need no more. */
function dial(typed: string): string | null {
  const text = typed.normalize('NFKC');
  const isInternational = /^\D*(?:\+|00)/.test(text);
  // « +44 (0)20 … »: the zero is not dialled after a country code; in Italy it is.
  const isDialled = !isInternational || /^\D*(?:00)?39/.test(text);
  const digits = (isDialled ? text : text.replace(/\(\s*0\s*\)/, '')).replace(/\D/g, '');
  const [, code = '33', number] = FRENCH.exec(digits) ?? [];
  if (number) {
    const overseas = OVERSEAS.find(([beginning]) => beginning.test(number))?.[1];
    return `+${code === '33' ? (overseas ?? code) : code}${number}`;
  }
  const foreign = digits.replace(/^00/, '');
  if (!isInternational) return SHORT.test(digits) ? digits : null;
  return /^(?!33|262|59[046])[1-9]\d{7,14}$/.test(foreign) ? `+${foreign}` : null;
}

/** Whether the end of a French number is missing. Letters beside it may explain it. */
export const isCutFrenchPhone = (typed: string): boolean =>
  /^(?:(?:\+|00)330?|0)(?:[1-9]\d{0,7})?$/.test(typed.normalize('NFKC').replace(/[^\d+\p{L}]/gu, ''));

/** `06 12 34 56 78` becomes `tel:+33612345678`. What is no number keeps its digits. */
export const toTelHref = (phone: string): string => `tel:${dial(phone) ?? phone.replace(/[^\d+]/g, '')}`;
