import type { RequestStatus, SiteRequest } from '@site/supabase/functions/_shared/claimed-mail';
import { sanitizeForTerminal } from '@site/terminal/terminal-text';
import { formatDay } from '@site/supabase/functions/_shared/french-dates';
import { wording } from './wording';

/** `wasSettled`: the reservation already had that status. */
export interface Settled {
  readonly request: SiteRequest;
  readonly wasSettled: boolean;
}

/** A day, yyyy-MM-dd, that is confirmed for another reservation. */
export interface TakenDay {
  readonly date: string;
  readonly id: string;
  readonly name: string;
}

const shortId = (id: string) => id.slice(0, 8);

export const statusWording = {
  malformed:
    'Donnez l’identifiant d’une réservation, entier ou au moins ses 8 premiers caractères\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre.',
  missing: (reference: string, isContact: boolean) =>
    isContact
      ? `${reference} est un message, pas une réservation\u00a0: il n’y a rien à confirmer ni à annuler.`
      : `Aucune réservation ne commence par ${reference}\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre toutes.`,
  ambiguous: (reference: string, ids: string[]) =>
    `${ids.length} réservations commencent par ${reference}\u00a0: donnez l’identifiant entier, ${ids.join(' ou ')}.`,
  taken: (days: readonly TakenDay[], id: string) =>
    [
      ...days.map(takenDay),
      `La formation est individuelle\u00a0: rien n’est confirmé. Pour confirmer quand même\u00a0: «\u00a0npx pnpm inbox confirm ${shortId(id)} ${alsoConfirmed(days)}\u00a0».`,
    ].join('\n'),
  /** @param isMailed whether a mail to the visitor waits in the outbox */
  settled: ({ request: { id, name, email, dates }, wasSettled }: Settled, status: RequestStatus, isMailed: boolean) =>
    [
      `La réservation ${shortId(id)} de ${sanitizeForTerminal(name)} ${wasSettled ? 'était déjà' : 'est'} ${wording.status[status]}\u00a0: ${dates.map(formatDay).join(', ') || wording.noDates}.`,
      ...(wasSettled ? [] : [isMailed ? mailed(email) : `Aucun mail ne part\u00a0: prévenez ${email}.`]),
    ].join('\n'),
};

const alsoConfirmed = (days: readonly TakenDay[]) =>
  [...new Set(days.map(({ date }) => `--also-confirmed ${date}`))].join(' ');

const mailed = (email: string) =>
  `Le site l’annonce à ${email}\u00a0: le mail part dans une minute, ou dès que le site tourne.`;

const takenDay = ({ date, name, id }: TakenDay) =>
  `Le ${formatDay(date)} est déjà confirmé pour ${sanitizeForTerminal(name)} (${shortId(id)}).`;
