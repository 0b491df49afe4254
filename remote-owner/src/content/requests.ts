import { FOLLOW_UP_STEPS, FOLLOW_UP_WORDS, KIND_WORDS, MARK_WORDS, STATUS_WORDS } from '@site/supabase/requests';
import type { Filter } from '../api/wire';

const NAMES_SHOWN = 2;

export const requests = {
  title: 'Demandes',
  add: 'Ajouter une demande',
  filters: 'Filtrer les demandes',
  filter: {
    todo: 'À traiter',
    verify: 'À vérifier',
    confirmed: 'Confirmées',
    cancelled: 'Annulées',
    messages: 'Messages',
    spam: 'Indésirables',
    all: 'Toutes',
  } satisfies Record<Filter, string>,
  search: 'Chercher un nom, un e-mail ou un téléphone',
  empty: {
    todo: 'Rien à traiter. Les nouvelles demandes apparaîtront ici, sans recharger la page.',
    verify: 'Aucune demande à vérifier.',
    confirmed: 'Aucune réservation confirmée.',
    cancelled: 'Aucune réservation annulée.',
    messages: 'Aucun message.',
    spam: 'Aucun indésirable.',
    all: 'Aucune demande pour le moment.',
  } satisfies Record<Filter, string>,
  notFound: (search: string) => `Aucune demande ne correspond à «\u202f${search}\u202f».`,
  more: 'Afficher la suite',
  loadingMore: 'Chargement de la suite…',
  shown: (count: number, total: number) => `${count} sur ${total}`,
  kind: KIND_WORDS,
  status: STATUS_WORDS,
  handled: MARK_WORDS.handled,
  toHandle: MARK_WORDS.toHandle,
  spamTag: MARK_WORDS.spam,
  flagged: 'À\u00a0vérifier',
  taken: (count: number) =>
    count === 1 ? 'Un jour déjà confirmé pour une autre' : `${count}\u00a0jours déjà confirmés pour d’autres`,
  noDates: 'Aucune date choisie',
  dates: (count: number) => `${count}\u00a0dates`,
  select: 'Choisir plusieurs demandes',
  endSelect: 'Terminer le choix',
  selectOne: (name: string) => `Choisir la demande\u00a0: ${isolated(name)}`,
  markSpam: 'Marquer comme indésirables',
  spamTitle: 'Marquer comme indésirables\u202f?',
  spamText: (count: number) =>
    count === 1
      ? 'Une demande ira dans les indésirables. Elle ne sera pas effacée.'
      : `${count} demandes iront dans les indésirables. Elles ne seront pas effacées.`,
  spamNone: 'Aucune de ces demandes ne peut devenir indésirable.',
  spamDone: (count: number) =>
    count === 1 ? 'Une demande est dans les indésirables.' : `${count} demandes sont dans les indésirables.`,
} as const;

const tellThem = 'Aucun e-mail ne part\u00a0: prévenez cette personne.';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in Arabic or Hebrew must not reorder the French words around it. */
const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

let listFormat: Intl.ListFormat | undefined;

function listed(all: readonly string[]): string {
  const names = all.map(isolated);
  listFormat ??= new Intl.ListFormat('fr');
  const others = names.length - NAMES_SHOWN;
  if (others <= 0) return listFormat.format(names);
  return listFormat.format([...names.slice(0, NAMES_SHOWN), `${others}\u00a0${others === 1 ? 'autre' : 'autres'}`]);
}

export const detail = {
  back: 'Toutes les demandes',
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
  saveNote: 'Enregistrer la note',
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
    owner_handle: 'C’est enregistré.',
    owner_note: 'La note est enregistrée.',
    owner_follow_up: 'C’est enregistré.',
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

/** Labels of the history's actions. */
export const actions: Readonly<Record<string, string>> = {
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
};

export const mailKinds: Readonly<Record<string, string>> = {
  contact: 'Message reçu',
  reservation: 'Réservation reçue',
  dates: 'Dates ajoutées',
  digest: 'Résumé',
  receipt: 'Accusé de réception, au visiteur',
  confirmation: 'Confirmation, au visiteur',
  cancellation: 'Annulation, au visiteur',
  reminder: 'Rappel, au visiteur',
  funding: 'Rappel du dossier AGEFICE, au visiteur',
};
