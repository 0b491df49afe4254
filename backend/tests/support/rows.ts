import { addDays, todayInParis } from '@site/contract/today';
import type { Visitor } from './visitor';

export const contact = {
  prenom: 'Camille',
  nom: 'Durand',
  email: 'camille.durand@exemple.fr',
  telephone: '06 12 34 56 78',
  message: 'Bonjour,\nje voudrais en savoir plus.',
  is_agefice: true,
};

export const reservation = {
  name: 'Camille Durand',
  email: 'camille.durand@exemple.fr',
  phone: null,
  is_agefice: false,
};

export const incident = {
  remote: 'booking',
  release: '1.0.0-0123abcd',
  phase: 'entry',
  code: 'timeout',
  route: '/booking',
};

export const livePage = {
  shell: '1.0.0-5be11000',
  remote: 'booking',
  release: '1.0.0-0123abcd',
  route: '/booking',
};

/** Buckets of a page that was live. */
export const pageSpeed = { ...livePage, lcp: 4, inp: 1, cls: 0, ttfb: 2, fcp: 3 };

/** The day in Paris in `daysAhead` days, yyyy-MM-dd. */
export const parisDay = (daysAhead = 0, now = new Date()): string => addDays(todayInParis(now), daysAhead);

/** Makes a reservation as the form does and returns its id. */
export async function reserve(by: Visitor, headers: Record<string, string> = {}, row: object = {}): Promise<string> {
  const prefer = { prefer: 'return=representation', ...headers };
  const { status, body } = await by.post('reservations?select=id', { ...reservation, ...row }, prefer);
  if (status !== 201) throw new Error(`Not reserved: ${status} ${JSON.stringify(body)}`);
  return (body as { id: string }[])[0]?.id ?? '';
}

export function datesOf(id: string, ...dates: string[]): { reservation_id: string; date: string }[] {
  return dates.map((date) => ({ reservation_id: id, date }));
}

/** The migrations' rules in JavaScript, as in supabase/README.md. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u;
const NOT_IN_A_MESSAGE = /(?![\t\n])\p{Cc}/u;

export const isLine = (value: string, shortest: number, longest: number) =>
  value.length >= shortest && value.length <= longest && !NOT_IN_A_LINE.test(value);
export const isMessage = (value: string) => value.length >= 1 && value.length <= 5000 && !NOT_IN_A_MESSAGE.test(value);

const PIECES = [
  ...'abZ09 .-_@+\'’"`,;:()<>[]{}|\\/~^%$#!?&*=éŒßİñﷺ😀\u{1d11e}\u{10ffff}\ud7ff\ue000\uffff',
  ...'\t\n\r\u0001\u0008\u000b\u000c\u001b\u001f\u007f\u0080\u0085\u009f',
  ...'\u00a0\u00ad\u1680\u180e\u2003\u200b\u2028\u2029\u202e\u202f\u3000\ufeff',
  ...['e\u0301', 'Жук', '東京', '👩‍👩‍👧', '\r\n', '.fr', '@exemple', 'xn--', '--', '..'],
  ...['a'.repeat(62), 'Camille', ' Durand '],
];
const EMAIL_PIECES = ['a', 'Z', '0', 'b', 'fr', 'com', '-', '.', '+', "'", '_', '@', 'é', ' ', '\n', 'b'.repeat(61)];

/** Deterministic, so that a failure can be repeated. */
export function generateTexts(count: number): string[] {
  const next = generator(20_261_121);
  return Array.from({ length: count }, (_, index) => {
    if (index % 3 === 0) return `${text(next, EMAIL_PIECES, 4)}@${text(next, EMAIL_PIECES, 3)}.fr`;
    return text(next, PIECES, index % 7 === 0 ? 60 : 12);
  });
}

function text(next: (below: number) => number, pieces: string[], longest: number): string {
  return Array.from({ length: next(longest + 1) }, () => pieces[next(pieces.length)]).join('');
}

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A calendar of events, each the lines of its properties. */
export function calendarOf(events: readonly (readonly string[])[], zones = ''): string {
  const all = events.map((lines, at) => ['BEGIN:VEVENT', ...withUid(lines, at), 'END:VEVENT'].join('\n'));
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...(zones ? [zones] : []), ...all, 'END:VCALENDAR', ''];
  return lines.join('\n').replaceAll('\n', '\r\n');
}

const withUid = (lines: readonly string[], at: number) =>
  lines.some((line) => line.startsWith('UID:')) ? lines : [`UID:${at}@exemple.fr`, ...lines];
