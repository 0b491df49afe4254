import { isolated, listed } from './names';

const tellThem = 'Aucun e-mail ne part\u00a0: prévenez cette personne.';

export const detail = {
  back: 'Retour à la liste',
  previous: 'Demande précédente',
  next: 'Demande suivante',
  gone: 'Cette demande n’existe plus\u00a0: elle a été effacée, ou l’adresse est incomplète.',
  received: (moment: string) => `Reçue le ${moment}`,
  call: 'Appeler',
  write: 'Écrire',
  chosenDates: 'Dates demandées',
  confirmedDate: 'confirmée',
  /** Of a day that the reservation asked for, when others were confirmed. */
  notKept: 'non retenue',
  confirmTooShort: 'Confirmer aussi',
  /** Its accessible name, as there may be several. */
  confirmToo: (day: string) => `Confirmer aussi le ${day}`,
  /** The names of the other reservations follow. */
  alreadyConfirmed: 'Déjà confirmé pour ',
  stillAsking: (count: number) =>
    count === 1 ? '1\u00a0autre demande vise ce jour\u00a0: ' : `${count}\u00a0autres demandes visent ce jour\u00a0: `,
  tellsNobody: 'Le site n’écrit pas à cette personne\u00a0: prévenez-la vous-même.',
  /** Names the first two. */
  clash: (names: readonly string[]) => `${listed(names)} ${names.length === 1 ? 'a' : 'ont'} aussi demandé ce jour`,
  message: 'Message',
  noMessage: 'Sans message.',
  confirm: 'Confirmer',
  confirmHint: 'Décochez les jours que vous ne confirmez pas.',
  confirmDays: (count: number) => {
    if (count === 0) return 'Confirmer';
    return count === 1 ? 'Confirmer ce jour' : `Confirmer ces ${count}\u00a0jours`;
  },
  confirmTitle: 'Confirmer cette réservation\u202f?',
  confirmText: (name: string) => `${isolated(name)} a demandé\u00a0:`,
  confirmAsked: (count: number) => (count === 1 ? 'Oui, confirmer ce jour' : `Oui, confirmer ces ${count}\u00a0jours`),
  confirmTells: (tellsVisitor: boolean) => (tellsVisitor ? 'Un e-mail le confirme à cette personne.' : tellThem),
  tells: 'Confirmer ou annuler envoie un e-mail à cette personne, une minute plus tard.',
  confirmLater: 'Pas maintenant',
  change: 'Changer un jour',
  changeTitle: 'Changer un jour',
  changeFrom: 'Jour à remplacer',
  changeTo: 'Nouveau jour',
  changeDo: 'Changer ce jour',
  changeSame: (day: string) => `Le ${day} fait déjà partie de cette réservation.`,
  cancel: 'Annuler la réservation',
  cancelTitle: 'Annuler cette réservation\u202f?',
  cancelText: (name: string, tellsVisitor: boolean) =>
    `La réservation de ${isolated(name)} passera dans les annulées. ${tellsVisitor ? 'Un e-mail l’annonce à cette personne.' : tellThem} Vous pourrez la rouvrir.`,
  keep: 'Garder la réservation',
  reopen: 'Rouvrir la réservation',
  spam: 'Cette demande est dans les indésirables.',
  unspam: 'Sortir des indésirables',
  unspamDone: 'La demande n’est plus dans les indésirables.',
  verify:
    'À vérifier\u00a0: beaucoup de demandes arrivaient, d’une même adresse ou en une heure, et aucun e-mail n’est parti à cette personne.',
  verifyDo: 'C’est une vraie demande',
  handle: 'Marquer comme traité',
  unhandle: 'Remettre à traiter',
  note: 'Note (visible de vous seul)',
  /** What a line below the note says of it. */
  noteState: {
    stored: 'Ce que vous écrivez s’enregistre tout seul.',
    unsaved: '',
    saved: 'Enregistré',
    failed: 'Pas encore enregistré\u00a0: nouvel essai dans quelques secondes. Votre texte reste ici.',
  },
  history: 'Historique',
  mails: 'E-mails',
  mailSent: (moment: string) => `envoyé le ${moment}`,
  mailWaiting: 'en attente d’envoi',
  mailGivenUp: 'non envoyé',
  done: {
    owner_confirm: 'La réservation est confirmée.',
    owner_change_day: 'Le jour est changé.',
    owner_cancel: 'La réservation est annulée.',
    owner_reopen: 'La réservation est rouverte.',
    owner_verify: 'La demande est devenue ordinaire.',
    owner_follow_up: 'C’est enregistré.',
    owner_handle: 'C’est enregistré.',
  },
} as const;

export const conflict = {
  title: 'Cette demande a changé entre-temps',
  text: 'Un autre appareil l’a modifiée avant vous. Votre action n’a pas été faite.',
  was: 'Vous aviez',
  is: 'Maintenant',
  again: 'Faire mon action quand même',
  leave: 'Garder ce qui est enregistré',
  fields: {
    status: 'Statut',
    dates: 'Dates',
    confirmedDates: 'Jours confirmés',
    handledAt: 'Traitement',
    note: 'Note',
    followUp: 'Suites',
  },
  none: '–',
} as const;

export const taken = {
  title: 'Jour déjà confirmé',
  day: (name: string, day: string) => `Déjà confirmé pour ${name}\u00a0: ${day}`,
  text: 'La formation est individuelle. Votre action n’a pas été faite.',
  again: 'Confirmer quand même',
  leave: 'Ne pas confirmer',
} as const;
