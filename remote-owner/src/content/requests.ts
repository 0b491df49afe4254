import {
  type MovedDay,
  type OwedAgreement,
  owedSum,
  type SignedAgreement,
  theAgreement,
} from '@site/contract/agreement-words';
import { BOOKING_FIELDS } from '@site/contract/form-fields';
import { centsInEuros } from '@site/contract/prices';
import {
  beforeName,
  FOLLOW_UP_WORDS,
  type FollowUpStep,
  fundingLines,
  KIND_WORDS,
  MARK_WORDS,
  STATUS_WORDS,
} from '@site/supabase/requests';
import type { Filter } from '../api/requests';
import { formatDay, isolated, joinNames, joinWords, shortWish, theDays, upperFirst } from './dates';
import { EXPRESS_REQUEST, markedPaper } from './paper-names';

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
  search: 'Chercher une demande',
  searchHint: 'Nom, e-mail, téléphone, message, note, «\u202f15 décembre\u202f», AGEFICE',
  /** @param count 101 for more than a hundred */
  found: (count: number, search: string) => {
    if (count === 0) return `Aucune demande ne correspond à «\u202f${search}\u202f».`;
    if (count > 100) return 'Plus de 100\u00a0résultats';
    return count === 1 ? '1\u00a0résultat' : `${count}\u00a0résultats`;
  },
  searchAll: 'Chercher dans toutes les demandes',
  empty: {
    todo: 'Rien à traiter. Les nouvelles demandes apparaîtront ici, sans recharger la page.',
    verify: 'Aucune demande à vérifier.',
    confirmed: 'Aucune réservation confirmée.',
    cancelled: 'Aucune réservation annulée.',
    messages: 'Aucun message.',
    spam: 'Aucun indésirable.',
    all: 'Aucune demande pour le moment.',
  } satisfies Record<Filter, string>,
  more: 'Afficher la suite',
  loadingMore: 'Chargement de la suite…',
  shown: (count: number, total: number) => `${count} sur ${total}`,
  kind: KIND_WORDS,
  status: STATUS_WORDS,
  /** A confirmed reservation whose days are over and paid. */
  over: 'Terminée',
  handled: MARK_WORDS.handled,
  toHandle: MARK_WORDS.toHandle,
  spamTag: MARK_WORDS.spam,
  flagged: 'À\u00a0vérifier',
  areAskedOver: (count: number) => (count === 1 ? 'Jour demandé passé' : 'Jours demandés passés'),
  taken: (count: number) =>
    count === 1
      ? 'Un jour déjà confirmé pour une autre demande'
      : `${count}\u00a0jours déjà confirmés pour d’autres demandes`,
  /** @param days those that it is too late for; empty for all */
  fundingTooLate: (days: string) => `AGEFICE\u00a0: trop tard pour ${days || 'un dossier complet'}`,
  fundingLate: (days: string) => `Dossier AGEFICE\u00a0: en retard${days && ` pour ${days}`}`,
  noDates: 'Aucune date choisie',
  wish: (wish: MovedDay, ahead: string) => upperFirst(shortWish(wish, ahead)),
  dates: (count: number) => `${count}\u00a0dates`,
  oldestFirst: 'Plus anciennes d’abord',
  newestFirst: 'Plus récentes d’abord',
} as const;

export type BulkAction = 'owner_handle_all' | 'owner_spam';

/** Words for several requests that are marked at once. */
interface BulkWords {
  readonly label: string;
  readonly title: string;
  readonly confirm: string;
  readonly text: (count: number) => string;
  readonly others: string;
  readonly none: string;
  readonly done: (count: number) => string;
}

export const selection = {
  begin: 'Choisir plusieurs demandes',
  end: 'Terminer',
  one: (name: string) => `${isolated(name)}, choisir cette demande`,
  chosen: (count: number) => (count === 1 ? '1\u00a0choisie' : `${count}\u00a0choisies`),
  marks: {
    owner_handle_all: {
      label: 'Traitées',
      title: 'Marquer comme traités\u202f?',
      confirm: 'Marquer comme traités',
      text: (count) => (count === 1 ? 'Un message sera traité.' : `${count}\u00a0messages seront traités.`),
      others: 'Le reste ne change pas\u00a0: une réservation se confirme ou s’annule dans sa page.',
      none: 'Aucun message à traiter dans ce choix. Une réservation se confirme ou s’annule dans sa page.',
      done: (count) => (count === 1 ? 'Un message est traité.' : `${count}\u00a0messages sont traités.`),
    },
    owner_spam: {
      label: 'Indésirables',
      title: 'Marquer comme indésirables\u202f?',
      confirm: 'Marquer comme indésirables',
      text: (count) =>
        count === 1
          ? 'Une demande ira dans les indésirables. Elle ne sera pas effacée.'
          : `${count} demandes iront dans les indésirables. Elles ne seront pas effacées.`,
      others: 'Le reste ne change pas\u00a0: ces réservations sont déjà confirmées ou annulées.',
      none: 'Aucune de ces demandes ne peut devenir indésirable.',
      done: (count) =>
        count === 1 ? 'Une demande est dans les indésirables.' : `${count} demandes sont dans les indésirables.`,
    },
  } satisfies Record<BulkAction, BulkWords>,
} as const;

const tellThem = 'Aucun e-mail ne part\u00a0: prévenez cette personne.';

function received(paidOn: string | undefined, cents: number): string {
  const sum = cents ? `, ${centsInEuros(cents)},` : '';
  if (paidOn) return `ce qui est noté comme réglé le ${formatDay(paidOn)}${sum}`;
  return sum ? `l’acompte reçu${sum}` : 'toute somme déjà reçue';
}

export const detail = {
  back: 'Retour à la liste',
  file: 'Dossier de la journée',
  previous: 'Demande précédente',
  next: 'Demande suivante',
  gone: 'Cette demande n’existe plus\u00a0: elle a été effacée, ou l’adresse est incomplète.',
  received: (moment: string) => `Reçue le ${moment}`,
  chosenDates: 'Dates demandées',
  confirmedDate: 'confirmée',
  /** Marks a day that was asked for and not confirmed, while others were. */
  notKept: 'non retenue',
  /** Marks a day that was replaced or cancelled, while others are confirmed. */
  noLonger: 'plus confirmée',
  /** Marks a day that was asked for and is over. */
  past: 'passée',
  confirmTooShort: 'Confirmer aussi',
  /** Accessible name of the button of one day, as there may be several. */
  confirmToo: (day: string) => `Confirmer aussi le ${day}`,
  confirmTooTitle: 'Confirmer aussi ce jour\u202f?',
  confirmTooText: (day: string) => `Le ${day} s’ajoute à ce qui est confirmé.`,
  /** By what other confirmed days make of an agreement, « contrat signé le lundi 23 novembre 2026 ». */
  signedThen: {
    added: (agreement: string, days: readonly string[]) =>
      `${upperFirst(agreement)}\u00a0: ce document ne porte pas sur ${theDays(days)} et ne vaudra plus. Un autre sera à envoyer et à signer, pour tous les jours.`,
    dropped: (agreement: string, days: readonly string[], isRestOver: boolean) =>
      `${upperFirst(agreement)}\u00a0: ce document porte sur ${theDays(days)}. Rendez toute somme déjà reçue pour ${days.length > 1 ? 'eux' : 'lui'} (Code du travail, L6354-1)${isRestOver ? '' : '\u202f; un autre sera à envoyer et à signer pour ce qui reste'}.`,
    again: (agreement: string) =>
      `${upperFirst(agreement)}\u00a0: ce document porte sur ce qui reste confirmé, et vaudra de nouveau si rien d’autre n’a changé.`,
  },
  dropDay: 'Annuler ce jour',
  /** Accessible name. It begins with the visible text. */
  dropDayOf: (day: string) => `Annuler ce jour\u00a0: ${day}`,
  dropDayTitle: 'Annuler ce jour\u202f?',
  dropDayText: (day: string, tellsVisitor: boolean) =>
    `Le ${day} ne sera plus confirmé\u202f; le reste de la réservation ne change pas. ${tellsVisitor ? 'Un e-mail l’annonce à cette personne.' : tellThem}`,
  keepDay: 'Garder ce jour',
  /** The names of the other reservations follow. */
  alreadyConfirmed: 'Déjà confirmé pour ',
  stillAsking: (count: number) =>
    count === 1 ? '1\u00a0autre demande vise ce jour\u00a0: ' : `${count}\u00a0autres demandes visent ce jour\u00a0: `,
  tellsNobody: 'Le site n’écrit pas à cette personne\u00a0: une fois la réservation confirmée, prévenez-la d’ici.',
  /** Names the first two. */
  clash: (names: readonly string[]) => `${joinNames(names)} ${names.length === 1 ? 'a' : 'ont'} aussi demandé ce jour`,
  message: 'Message',
  noMessage: 'Sans message.',
  /**
   * @param wanted null where the visitor has not said it
   * @param areAllTicked whether each day that can be ticked is so at first
   */
  daysHint: (isChoice: boolean, wanted: string | null | undefined, areAllTicked: boolean) => {
    if (wanted === 'one') return 'Une seule journée est souhaitée\u00a0: cochez le jour que vous confirmez.';
    if (isChoice)
      return `Nombre de journées ${BOOKING_FIELDS.daysWanted.unanswered}\u00a0: demandez-le, puis cochez les jours que vous confirmez.`;
    return areAllTicked ? 'Décochez les jours que vous ne confirmez pas.' : 'Cochez les jours que vous confirmez.';
  },
  price: (price: string) => `Prix\u00a0: ${price}`,
  /** Shown for a reservation whose fund is not asked after all. */
  otherPlan: (isFunded: boolean) =>
    `C’est le prix annoncé ${isFunded ? 'avec un' : 'sans'} financement\u202f; un autre se note dans le dossier.`,
  confirmDays: (count: number) => {
    if (count === 0) return 'Confirmer';
    return count === 1 ? 'Confirmer ce jour' : `Confirmer ces ${count}\u00a0jours`;
  },
  confirmTitle: 'Confirmer cette réservation\u202f?',
  confirmText: (name: string) => `${isolated(name)} a demandé\u00a0:`,
  confirmAsked: (count: number) => (count === 1 ? 'Oui, confirmer ce jour' : `Oui, confirmer ces ${count}\u00a0jours`),
  willDrop: (days: readonly string[]) =>
    `${upperFirst(theDays(days))} ne ${days.length > 1 ? 'seront plus confirmés' : 'sera plus confirmé'}.`,
  confirmTells: (tellsVisitor: boolean) => (tellsVisitor ? 'Un e-mail le confirme à cette personne.' : tellThem),
  tells: 'Confirmer ou annuler envoie un e-mail à cette personne, une minute plus tard.',
  fundingLate: (late: string) => `${fundingLines.late(late)} Proposez un autre jour, ou prévenez cette personne.`,
  confirmLater: 'Pas maintenant',
  /** Refuses what the visitor wishes in place of a confirmed day. */
  keepConfirmed: (count: number) => (count === 1 ? 'Garder le jour confirmé' : 'Garder les jours confirmés'),
  wishTooLate: (count: number) =>
    `Le souhait d’un autre jour vient trop tard\u00a0: la journée a eu lieu. «\u202f${detail.keepConfirmed(count)}\u202f» suffit pour y répondre.`,
  change: 'Changer un jour',
  changeTitle: 'Changer un jour',
  changeFrom: 'Jour à remplacer',
  changeTo: 'Nouveau jour',
  changeDo: 'Changer ce jour',
  /** @param agreement « contrat signé le lundi 23 novembre 2026 » */
  changeSigned: (agreement: string, day: string) =>
    `${upperFirst(agreement)}\u00a0: ce document porte sur le ${formatDay(day)} et ne vaudra plus. Un autre sera à envoyer et à signer.`,
  changeSame: (day: string) => `Le ${day} fait déjà partie de cette réservation.`,
  cancel: 'Annuler la réservation',
  cancelTitle: 'Annuler cette réservation\u202f?',
  /** @param agreement « contrat signé le lundi 23 novembre 2026 » */
  cancelText: (
    name: string,
    agreement: string | null,
    { tellsVisitor, isPart }: Readonly<Record<'tellsVisitor' | 'isPart', boolean>>,
  ) =>
    `La réservation ${beforeName(name)}${isolated(name)}${agreement ? `, ${agreement},` : ''} ${isPart ? 'garde ce qui est passé\u202f; le reste est annulé' : 'passera dans les annulées'}. ${tellsVisitor ? 'Un e-mail l’annonce à cette personne.' : tellThem}${isPart ? '' : ' Vous pourrez la rouvrir.'}`,
  /**
   * Beside the question of a reservation with a signed agreement.
   * @param paidOn yyyy-MM-dd; undefined where only a deposit is noted, or nothing
   * @param cents of either, 0 where they are not to be named
   */
  cancelSigned: (paidOn: string | undefined, cents: number) =>
    `C’est vous qui annulez ce qui est signé\u00a0: rendez ${received(paidOn, cents)} pour les jours qui n’auront pas lieu (Code du travail, L6354-1), et écrivez à cette personne pour la suite. Le dossier vous le rappelle ensuite.`,
  cancelReason: 'Votre message à cette personne (facultatif)',
  cancelReasonHint: 'Pourquoi vous annulez, et ce que vous proposez.',
  keep: 'Garder la réservation',
  reopen: 'Rouvrir la réservation',
  reopenTitle: 'Rouvrir cette réservation\u202f?',
  /** @param cents 0 for an unknown sum */
  held: (cents: number) =>
    cents ? `${centsInEuros(cents)} reçus, gardés pour la confirmation.` : 'Somme reçue, gardée pour la confirmation.',
  /** What a cancellation of which its visitor was told has ended, before reopening and before the next one. */
  ended: (owed: OwedAgreement, isReopening: boolean) => {
    const next = isReopening && `${owed.isContract ? 'un nouveau' : 'une nouvelle'} sera à signer`;
    const sum = owed.cents !== undefined && owedSum(owed.cents);
    return `${upperFirst(theAgreement(owed))} a pris fin\u00a0: ${[next, sum].filter(Boolean).join(', et ')}.`;
  },
  signedAgain: (agreement: SignedAgreement) => `${upperFirst(theAgreement(agreement))} compte de nouveau.`,
  /**
   * The visitor's link ends with the last day.
   * @param coming those of `days` that are to come @param wishes those of them that are to replace others
   */
  reopenText: (days: readonly string[], coming: readonly string[], wishes: readonly MovedDay[]) => {
    const plain = coming.filter((day) => !wishes.some(({ from, to }) => day === from || day === to));
    const named = [
      ...(plain.length > 0 ? [theDays(plain)] : []),
      ...wishes.map(({ from, to }) => `le ${formatDay(to)}, demandé à la place du ${formatDay(from)}`),
    ];
    const areOver = days.length > 0 && coming.length === 0;
    const [which, so] = areOver
      ? [
          `${theDays(days)}, déjà ${days.length > 1 ? 'passés' : 'passé'}`,
          '. Choisissez ensuite un autre jour avec «\u202fChanger un jour\u202f».',
        ]
      : [
          joinWords(named),
          '\u00a0: jusque-là, la page du lien de cette personne dit que sa demande attend votre réponse.',
        ];
    return `Elle revient dans «\u202f${STATUS_WORDS.nouvelle}\u202f»${which ? `, pour ${which}` : ''}. Personne n’est prévenu avant votre confirmation${so}`;
  },
  spam: 'Cette demande est dans les indésirables.',
  markSpam: 'Marquer comme indésirable',
  spamDone: 'La demande est dans les indésirables. Elle n’est pas effacée.',
  unspam: 'Sortir des indésirables',
  unspamDone: 'La demande n’est plus dans les indésirables.',
  verify:
    'À vérifier\u00a0: beaucoup de demandes arrivaient, d’une même adresse ou en une heure, et aucun e-mail n’est parti à cette personne.',
  verifyDo: 'C’est une vraie demande',
  handle: 'Marquer comme traité',
  unhandle: 'Remettre à traiter',
  note: 'Note (visible de vous seul)',
  /** State of the note, in the line below its field. */
  noteState: {
    stored: 'Ce que vous écrivez s’enregistre tout seul.',
    unsaved: '',
    saved: 'Enregistré',
    failed: 'Pas encore enregistré\u00a0: nouvel essai dans quelques secondes. Votre texte reste ici.',
  },
  others: 'Autres demandes de cette personne',
  other: (kind: string, moment: string) => `${kind} du ${moment}`,
  history: 'Historique',
  mails: 'E-mails',
  mailSent: (moment: string) => `envoyé le ${moment}`,
  mailWaiting: 'en attente d’envoi',
  mailGivenUp: 'non envoyé',
  daysUnchanged: (count: number) => (count === 1 ? 'Le jour confirmé est gardé.' : 'Les jours confirmés sont gardés.'),
  daysChanged: 'Les jours confirmés sont changés.',
  done: {
    owner_confirm: 'La réservation est confirmée.',
    owner_change_day: 'Le jour est changé.',
    owner_cancel: 'La réservation est annulée.',
    owner_reopen: 'La réservation est rouverte\u00a0: à vous de la confirmer. Personne n’est prévenu avant.',
    owner_verify: 'La demande est devenue ordinaire.',
    owner_follow_up: 'C’est enregistré.',
    owner_handle: 'C’est enregistré.',
    owner_tell: 'C’est noté dans l’historique.',
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
  again: 'Continuer quand même',
  leave: 'Ne rien changer',
} as const;

export const expressRequest = {
  title: 'La case est\u2011elle cochée\u202f?',
  text: (days: readonly string[]) =>
    `La formation a lieu ${theDays(days)}, dans les quatorze jours de rétractation. Elle n’a lieu que si la case «\u202f${EXPRESS_REQUEST}\u202f» est cochée dans le document signé (L221-25).`,
  ticked: 'La case est cochée',
  notTicked: 'Elle n’est pas cochée',
} as const;

const NAMED_PLACES = 3;

export const followUp = {
  title: 'Suites',
  day: 'Date à inscrire',
  dayHint: 'Cochez ensuite ce qui est fait.',
  dayWrong: 'Choisissez un jour passé ou aujourd’hui.',
  /** « Contrat envoyé », « Réglée » */
  step: (step: FollowUpStep, isContract?: boolean | null) => {
    if (isContract === null) return FOLLOW_UP_WORDS[step];
    if (step === 'convention_sent') return markedPaper('convention', 'sent', isContract);
    return step === 'convention_signed' ? markedPaper('convention', 'signed', isContract) : FOLLOW_UP_WORDS[step];
  },
  on: (day: string) => `le ${formatDay(day)}`,
  /** @param paper its title @param places « le SIREN du client » */
  lacking: (paper: string, places: readonly string[]) => {
    const others = places.length - NAMED_PLACES;
    const named = places.slice(0, NAMED_PLACES).join(', ');
    return `${paper}\u00a0: il manque ${named}${others > 0 ? ` et ${others}\u00a0autre${others > 1 ? 's' : ''}` : ''}.`;
  },
  complete: (place: string) => `Compléter\u00a0: ${place}`,
} as const;
