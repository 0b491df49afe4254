import { randomUUID } from 'node:crypto';
import { addDays, todayInParis } from '@site/contract/today';
import type { Answer, Caller, Recorder } from './load';

const CREATED = 201;

const contact = {
  prenom: 'Camille',
  nom: 'Durand',
  email: 'camille.durand@exemple.fr',
  telephone: '06 39 98 00 01',
  message: 'Bonjour,\nje voudrais en savoir plus sur la journée de formation.',
  is_agefice: true,
};
const reservation = { name: 'Camille Durand', email: 'camille.durand@exemple.fr', phone: null, is_agefice: false };

const attempt = () => ({ 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()}` });
const inDays = (days: number) => addDays(todayInParis(), days);

export interface Submissions {
  readonly sendContact: (intendedAt?: number) => Promise<void>;
  /** A complete booking: a reservation, then its two dates. */
  readonly book: (intendedAt?: number) => Promise<void>;
}

export function createSubmissions(call: Caller, record: Recorder['record']): Submissions {
  const timed = async (name: string, since: number, send: () => Promise<Answer>): Promise<Answer | undefined> => {
    const answer = await send().catch(() => undefined);
    const isOk = answer?.status === CREATED;
    record(name, performance.now() - since, isOk);
    return isOk ? answer : undefined;
  };
  return {
    sendContact: async (intendedAt = performance.now()) => {
      await timed('contact', intendedAt, () => call('contacts', contact, { ...attempt(), prefer: 'return=minimal' }));
    },
    book: async (intendedAt = performance.now()) => {
      const header = attempt();
      const made = await timed('reservation', intendedAt, () =>
        call('reservations?select=id', reservation, { ...header, prefer: 'return=representation' }),
      );
      const [row] = made ? (JSON.parse(made.body) as { id: string }[]) : [];
      const dates = [inDays(10), inDays(20)].map((date) => ({ reservation_id: row?.id, date }));
      const added =
        row &&
        (await timed('dates', performance.now(), () =>
          call('reservation_dates', dates, { ...header, prefer: 'return=minimal' }),
        ));
      record('booking', performance.now() - intendedAt, added !== undefined);
    },
  };
}
