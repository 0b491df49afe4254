import { FOLLOW_UP_STEPS, FOLLOW_UP_WORDS } from '@site/supabase/requests';
import type { HistoryItem } from '../api/requests';
import { formatShortDay } from './dates';
import { tell } from './tell';

/** By the action's name in the database. */
const ACTIONS: Readonly<Record<string, string>> = {
  received: 'Demande reçue',
  entered: 'Saisie par téléphone',
  confirmed: 'Confirmée',
  changed_day: 'Jour changé',
  cancelled: 'Annulée',
  reopened: 'Rouverte',
  verified: 'Vérifiée',
  handled: 'Traitée',
  unhandled: 'Remise à traiter',
  noted: 'Note modifiée',
  told: 'Prévenue',
  spam: 'Marquée indésirable',
  ...FOLLOW_UP_WORDS,
  ...Object.fromEntries(
    FOLLOW_UP_STEPS.map((step) => [`${step}_undone`, `Retiré\u00a0: ${FOLLOW_UP_WORDS[step].toLowerCase()}`]),
  ),
  visitor_cancelled: 'Annulée par le visiteur',
  visitor_asked: 'Autre jour demandé par le visiteur',
  visitor_gave_up: 'Jour annulé par le visiteur',
};

/** « Confirmée : lun. 7 déc. » */
export function historyText({ action, detail }: Pick<HistoryItem, 'action' | 'detail'>): string {
  const label = ACTIONS[action] ?? action;
  const { from, to, channel, days, confirmed, day, wasConfirmed } = Array.isArray(detail)
    ? { days: detail }
    : asRecord(detail);
  const how = tell.by[channel as keyof typeof tell.by];
  const reserved = listed(confirmed);
  if (reserved) return `${label}, alors que confirmée\u00a0: ${reserved}`;
  if (day) return `${label}${wasConfirmed ? ', alors que confirmé' : ''}\u00a0: ${shortDay(day)}`;
  const about = from && to ? moved(action, shortDay(from), shortDay(to)) : listed(days);
  return (how ? `${label} ${how}` : label) + (about && `\u00a0: ${about}`);
}

const asRecord = (detail: unknown): Readonly<Record<string, unknown>> =>
  typeof detail === 'object' && detail !== null ? (detail as Readonly<Record<string, unknown>>) : {};

const moved = (action: string, from: string, to: string) =>
  action === 'visitor_asked' ? `${to}, à la place du ${from}` : `${from} remplacé par ${to}`;

const shortDay = (day: unknown) => formatShortDay(String(day));

const listed = (days: unknown) => (Array.isArray(days) ? days.map(shortDay).join(', ') : '');

export const mailKinds: Readonly<Record<string, string>> = {
  contact: 'Message reçu',
  reservation: 'Réservation reçue',
  dates: 'Dates ajoutées',
  change: 'Modifiée par le visiteur',
  digest: 'Résumé',
  receipt: 'Accusé de réception, au visiteur',
  confirmation: 'Confirmation, au visiteur',
  cancellation: 'Annulation, au visiteur',
  calendar: 'Entrée d’agenda, au visiteur',
  reminder: 'Rappel, au visiteur',
  funding: 'Rappel du dossier AGEFICE, au visiteur',
};
