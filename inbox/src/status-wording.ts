import { sanitizeForTerminal } from '@site/backend/src/terminal/terminal-text';
import type { RequestStatus, SiteRequest } from '@site/supabase/functions/_shared/claimed-mail';
import { formatDay, wording } from './wording';

/** `wasSettled`: the reservation already had that status. */
export interface Settled {
  readonly request: SiteRequest;
  readonly wasSettled: boolean;
}

/** Another confirmed reservation on the same day, yyyy-MM-dd. */
export interface Clash {
  readonly date: string;
  readonly name: string;
  readonly shortId: string;
}

interface Consequences {
  readonly clashes: readonly Clash[];
  /** Whether a mail to the visitor waits in the outbox. */
  readonly isMailed: boolean;
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
  settled: (
    { request: { id, name, email, dates }, wasSettled }: Settled,
    status: RequestStatus,
    { clashes, isMailed }: Consequences,
  ) =>
    [
      `La réservation ${shortId(id)} de ${sanitizeForTerminal(name)} ${wasSettled ? 'était déjà' : 'est'} ${wording.status[status]}\u00a0: ${dates.map(formatDay).join(', ') || wording.noDates}.`,
      ...clashes.map(clash),
      ...(wasSettled ? [] : [isMailed ? mailed(email) : `Aucun mail ne part\u00a0: prévenez ${email}.`]),
    ].join('\n'),
};

const mailed = (email: string) =>
  `Le site l’annonce à ${email}\u00a0: le mail part dans une minute, ou dès que le site tourne.`;

function clash({ date, name, shortId }: Clash): string {
  return `Attention\u00a0: le ${formatDay(date)} est déjà confirmé pour ${sanitizeForTerminal(name)} (${shortId}), et la formation est individuelle.`;
}
