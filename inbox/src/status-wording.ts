import { harmless } from './harmless';
import { formatDay, wording } from './wording';

/** A reservation with its new status, and whether it had it already. */
export type Settled = { id: string; name: string; email: string; dates: string[]; wasSettled: boolean };

/** Another confirmed reservation on the same day, yyyy-MM-dd. */
export type Clash = { date: string; name: string; shortId: string };

const shortId = (id: string) => id.slice(0, 8);

/** What confirming and cancelling say. */
export const statusWording = {
  malformed:
    'Donnez l’identifiant d’une réservation, entier ou au moins ses 8 premiers caractères\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre.',
  missing: (reference: string, isContact: boolean) =>
    isContact
      ? `${reference} est un message, pas une réservation\u00a0: il n’y a rien à confirmer ni à annuler.`
      : `Aucune réservation ne commence par ${reference}\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre toutes.`,
  ambiguous: (reference: string, ids: string[]) =>
    `${ids.length} réservations commencent par ${reference}\u00a0: donnez l’identifiant entier, ${ids.join(' ou ')}.`,
  settled: ({ id, name, email, dates, wasSettled }: Settled, status: string, clashes: Clash[]) =>
    [
      `La réservation ${shortId(id)} de ${harmless(name)} ${wasSettled ? 'était déjà' : 'est'} ${wording.status[status]}\u00a0: ${dates.map(formatDay).join(', ') || wording.noDates}.`,
      ...clashes.map(clash),
      ...(wasSettled ? [] : [`Le site n’écrit pas aux visiteurs\u00a0: prévenez ${email}.`]),
    ].join('\n'),
};

function clash({ date, name, shortId }: Clash): string {
  return `Attention\u00a0: le ${formatDay(date)} est déjà confirmé pour ${harmless(name)} (${shortId}), et la formation est individuelle.`;
}
