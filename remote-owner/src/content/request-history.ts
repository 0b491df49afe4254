import { FOLLOW_UP_STEPS, FOLLOW_UP_WORDS } from '@site/supabase/requests';
import { formatDay } from './dates';

/** Labels of the history's actions. */
const actions: Readonly<Record<string, string>> = {
  received: 'Demande reçue',
  entered: 'Saisie par téléphone',
  confirmed: 'Confirmée',
  confirm: 'Confirmée',
  changed_day: 'Jour changé',
  change_day: 'Jour changé',
  cancelled: 'Annulée',
  cancel: 'Annulée',
  reopened: 'Rouverte',
  reopen: 'Rouverte',
  verified: 'Vérifiée',
  handled: 'Traitée',
  handle: 'Traitée',
  unhandled: 'Remise à traiter',
  note: 'Note modifiée',
  noted: 'Note modifiée',
  spam: 'Marquée indésirable',
  ...FOLLOW_UP_WORDS,
  ...Object.fromEntries(
    FOLLOW_UP_STEPS.map((step) => [`${step}_undone`, `Retiré\u00a0: ${FOLLOW_UP_WORDS[step].toLowerCase()}`]),
  ),
  visitor_cancelled: 'Annulée par le visiteur',
  visitor_asked: 'Autre jour demandé par le visiteur',
};

/** A line of the history; the visitor's own changes name their days. */
export function describeAction(action: string, days: unknown): string {
  const word = actions[action] ?? action;
  if (typeof days !== 'object' || days === null) return word;
  const { from, to, confirmed } = days as { from?: string; to?: string; confirmed?: readonly string[] };
  if (action === 'visitor_asked' && from && to)
    return `${word}\u00a0: ${formatDay(to)}, à la place du ${formatDay(from)}`;
  if (action !== 'visitor_cancelled' || !confirmed?.length) return word;
  return `${word}, alors que confirmée\u00a0: ${confirmed.map(formatDay).join(', ')}`;
}

export const mailKinds: Readonly<Record<string, string>> = {
  contact: 'Message reçu',
  reservation: 'Réservation reçue',
  dates: 'Dates ajoutées',
  change: 'Modifiée par le visiteur',
  digest: 'Résumé',
  receipt: 'Accusé de réception, au visiteur',
  confirmation: 'Confirmation, au visiteur',
  cancellation: 'Annulation, au visiteur',
  reminder: 'Rappel, au visiteur',
  funding: 'Rappel du dossier AGEFICE, au visiteur',
};
