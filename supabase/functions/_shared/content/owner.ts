import type { DigestMail } from '../claimed-mail.ts';
import { plural } from '../french.ts';

/** The owner's mails lead to the owner's space: buttons, or a sentence where the site's address is unknown. */
export const spaceWording = {
  confirm: 'Confirmer',
  look: 'Voir',
  call: 'Appeler',
  lookAtAll: 'Voir les demandes',
  withoutOrigin: 'Ouvrez votre espace\u00a0: l’adresse de votre site, suivie de /espace.',
};

export const codeWording = {
  subject: (code: string) => `Votre code\u00a0: ${code}`,
  title: 'Votre code de connexion',
  text: 'Saisissez ce code dans votre espace. Il est valable dix minutes et ne sert qu’une fois.',
  notYou: 'Si vous n’avez pas demandé ce code, ignorez ce message et ne le transmettez à personne.',
};

export const welcomeWording = {
  subject: (product: string) => `Votre espace est prêt${product ? `\u00a0: ${product}` : ''}`,
  title: 'Votre espace est prêt',
  text: 'Vous y lisez les demandes de votre site, vous confirmez les journées et vous réglez vos jours. Un téléphone suffit.',
  open: 'Ouvrir mon espace',
  label: 'Pour commencer',
  steps: [
    'Ouvrez votre espace et écrivez l’adresse qui a reçu ce mail\u00a0: un code à huit chiffres y arrive. Il n’y a pas de mot de passe.',
    'Ajoutez la page à l’écran d’accueil de votre téléphone\u00a0: aucune page du site n’y mène.',
    'Suivez «\u202fPour commencer\u202f», sous «\u202fAujourd’hui\u202f»\u00a0: vos jours, l’agenda de votre téléphone, vos papiers. Au départ, seuls les jours déjà confirmés sont fermés.',
  ],
};

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
