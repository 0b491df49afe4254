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
export function parisDay(daysAhead = 0, now = new Date()): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(now);
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + daysAhead);
  return day.toISOString().slice(0, 10);
}

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
