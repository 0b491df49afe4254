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

export const livePage = { shell: '1.0.0-5be11000', remote: 'booking', release: '1.0.0-0123abcd', route: '/booking' };

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

const EMAIL_PIECES = ['a', 'Z', '0', 'b', 'fr', 'com', '-', '.', '+', "'", '_', '@', 'é', ' ', '\n', 'b'.repeat(61)];

/** Nearly valid addresses. Deterministic, so that a failure can be repeated. */
export function generateAddresses(count: number): string[] {
  const next = generator(20_261_121);
  const text = (longest: number) =>
    Array.from({ length: next(longest + 1) }, () => EMAIL_PIECES[next(EMAIL_PIECES.length)]).join('');
  return Array.from({ length: count }, () => `${text(4)}@${text(3)}.fr`);
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
