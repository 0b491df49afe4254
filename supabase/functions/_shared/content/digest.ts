import type { DigestMail } from '../claimed-mail.ts';
import { plural } from './plural.ts';

type Detail = DigestMail['detail'];

/** @param since a moment, written out */
export function digestSubject(total: number, flagged: number, since: string): string {
  const isAllFlagged = flagged === total;
  const requests = `${plural(total, 'demande')}${isAllFlagged ? ' à vérifier' : ''}`;
  if (total === 1) return `${requests}, reçue le ${since}`;
  const some = flagged > 0 && !isAllFlagged ? `, dont ${flagged} à vérifier` : '';
  return `${requests} depuis le ${since}${some}`;
}

export const digestTitle = 'Récapitulatif des demandes';

export const digestWording = {
  text: ({ contacts, reservations }: Detail, since: string) => {
    const kinds = [
      ...(contacts > 0 ? [plural(contacts, 'message')] : []),
      ...(reservations > 0 ? [plural(reservations, 'demande de réservation', 'demandes de réservation')] : []),
    ];
    return `${kinds.join(' et ')} depuis le ${since} (heure de Paris).`;
  },
  why: 'Quand beaucoup de demandes arrivent, ou qu’une demande est à vérifier, le site vous les annonce ensemble plutôt que par un mail chacune.',
  flagged: (flagged: number) =>
    flagged > 1
      ? `À vérifier\u00a0: ${flagged} demandes sont arrivées pendant un afflux inhabituel de demandes. Relisez-les avec attention avant d’y répondre.`
      : 'À vérifier\u00a0: 1 demande est arrivée pendant un afflux inhabituel de demandes. Relisez-la avec attention avant d’y répondre.',
  flaggedMark: 'À vérifier – ',
  label: (named: number, more: number) => {
    if (more > 0) return `Les ${named} premières`;
    return named > 1 ? 'Les demandes' : 'La demande';
  },
  moreDates: (count: number) => ` et ${plural(count, 'autre date', 'autres dates')}`,
  more: (count: number) =>
    count > 1 ? `${count} autres demandes ne sont pas citées ici.` : '1 autre demande n’est pas citée ici.',
};
