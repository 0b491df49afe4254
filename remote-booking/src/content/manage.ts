import {
  agreementInWords,
  leavingDays,
  newAgreementInWords,
  type SignedAgreement,
  WISH_TOO_LATE,
} from '@site/contract/agreement-words';
import { areDaysOver, hoursOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { firstDayAhead, todayInParis } from '@site/contract/today';
import { formatFrenchDate, formatFrenchDelay } from '@site/shared-ui';
import type { FormerDay, ManagedDay, ManagedRequest, ManageFailure, VisitorAction } from '../api/managed-request';
import { replyDelay } from './booking';
import { BINDING_ON_SIGNATURE, bindingOn, IF_WITHDRAWAL_APPLIES } from './dates';

/** Programs do not remove what a file has brought; mails remove their own entries. */
const OWN_ENTRY = 'Un jour que vous auriez ajouté à votre agenda depuis cette page est à y effacer.';

/**
 * What makes days binding.
 * @param signed the agreement for them
 */
export function bindingOf(
  { isContract, mayWithdraw }: Pick<ManagedRequest, 'isContract' | 'mayWithdraw'>,
  signed?: SignedAgreement | null,
): string {
  if (signed) return `${agreementInWords(signed)}.`;
  if (isContract === true) return bindingOn('du contrat', ', sous réserve du délai de rétractation');
  return isContract === false
    ? bindingOn('de la convention', mayWithdraw ? IF_WITHDRAWAL_APPLIES : '')
    : BINDING_ON_SIGNATURE;
}

export const manage = {
  back: "Retour à l'accueil",
  title: 'Gérer ma demande',
  intro: 'Où en est votre demande, et ce que vous pouvez y faire.',
  loading: 'Ouverture de votre demande…',
  retry: 'Réessayer',
  sending: 'Envoi en cours...',
  fileFailed: 'Votre dossier n’a pas pu s’ouvrir. Vérifiez votre connexion, puis réessayez.',
  absent: {
    title: 'Aucune demande n’est ouverte ici',
    text: 'Cette page s’ouvre par le lien de nos e-mails. Elle s’ouvre aussi dans l’onglet où vous venez d’envoyer une demande, tant qu’il n’est pas fermé.',
  },
  unknown: {
    title: 'Ce lien ne fonctionne plus',
    text: 'Un lien s’arrête après le dernier jour demandé\u202f; quatre mois plus tard, si la journée était confirmée. Si votre jour est encore à venir, ouvrez «\u202fGérer ma demande\u202f» dans notre dernier e-mail qui le propose, par exemple celui qui confirme votre journée, ou écrivez-nous.',
  },
  book: 'Réserver une date',
  question: 'Une question\u202f? Écrivez-nous\u00a0:',
  orCall: ', ou appelez le',
  /** Visitors read these on a confirmed day, and after the last one. */
  confirmedDay: {
    today: 'Un empêchement\u202f? Pour annuler ou déplacer cette journée, joignez-nous directement.',
    after: 'Votre formateur vous envoie votre certificat de réalisation. S’il vous manque un document, écrivez-nous.',
  },
  days: 'Vos jours',
  recap: {
    hours: 'Horaires',
    video: 'Visio',
    videoFollows: ({ videoTool }: Site) => `${videoTool ? `${videoTool}, l` : 'L'}e lien suit, avec la convocation.`,
    price: 'Prix',
  },
  cancelledByOwner: (wasConfirmed: boolean) =>
    `Nous l’avons annulée${wasConfirmed ? ', et nous en sommes désolés' : ''}.`,
  /** About a day of several. */
  dayCancelled: {
    byOwner: (isAhead: boolean) =>
      `Nous l’avons annulé, et nous en sommes désolés.${isAhead ? ' Pour une autre date, écrivez-nous, ou envoyez une nouvelle demande.' : ''}`,
    byVisitor: 'Vous l’avez annulé.',
  },
  funded: 'Avec demande de financement AGEFICE.',
  notFunded: 'Sans financement particulier.',
  fundingDropped: 'Sans financement AGEFICE.',
  answerDays: 'Enregistrer ma réponse',
  ask: {
    title: 'Demander un autre jour',
    instead: 'Jour à remplacer',
    insteadMissing: 'Indiquez le jour à remplacer.',
    open: 'Choisir un autre jour',
    calendar: 'Choisissez une autre date',
    chosen: (date: string) => `Nouveau jour\u00a0: ${date}`,
    means: (isConfirmed: boolean) =>
      isConfirmed
        ? 'Votre jour confirmé reste réservé jusqu’à notre réponse.'
        : 'Le nouveau jour remplace l’ancien dans votre demande. Il n’est réservé qu’après notre réponse.',
    soon: `Ce jour tombe dans moins de ${FUNDING_LEAD_DAYS}\u00a0jours. Pour un financement, le dossier complet part au moins ${FUNDING_LEAD_DAYS}\u00a0jours avant la formation\u00a0: vous pouvez demander ce jour, nous en parlerons ensemble.`,
    send: 'Demander ce jour',
  },
  cancel: (isConfirmed: boolean, count: number) => {
    const noun = nounOf(isConfirmed);
    return {
      open: `Annuler ma ${noun}`,
      title: `Annuler votre ${noun}\u202f?`,
      text: `${count > 1 ? 'Tous vos jours sont libérés' : 'Votre jour est libéré'} aussitôt, et nous en sommes prévenus.`,
      back: 'Pour revenir en arrière, il faudra nous écrire ou envoyer une nouvelle demande.',
      confirm: 'Oui, annuler',
      keep: `Garder ma ${noun}`,
    };
  },
  giveUp: {
    open: 'Annuler ce jour',
    /** Accessible name. It begins with the visible text. */
    name: (date: string) => `Annuler ce jour\u00a0: ${date}`,
    title: (date: string) => `Annuler le ${date}\u202f?`,
    text: (wasConfirmed: boolean) =>
      wasConfirmed
        ? 'Ce jour est libéré aussitôt, et nous en sommes prévenus. Le reste ne change pas.'
        : 'Ce jour quitte votre demande aussitôt, et nous en sommes prévenus. Le reste ne change pas.',
    confirm: 'Oui, annuler ce jour',
    keep: 'Garder ce jour',
  },
  done: {
    cancelled: ({ wasConfirmed }) => `Votre ${nounOf(wasConfirmed)} est annulée. Nous en sommes prévenus. ${OWN_ENTRY}`,
    'gave-up': () => `Ce jour est annulé, le reste ne change pas. Nous en sommes prévenus. ${OWN_ENTRY}`,
    wanted: () => 'Votre réponse est enregistrée. Nous en sommes prévenus.',
    asked: (_, site) => `Votre nouveau jour est demandé. Nous vous répondons ${replyDelay(site)}.`,
  } satisfies Record<VisitorAction, (request: ManagedRequest, site: Site) => string>,
} as const;

function nounOf(isConfirmed: boolean): string {
  return isConfirmed ? 'réservation' : 'demande';
}

/** The first day whose hours are not over, yyyy-MM-dd: `ahead` below. */
export const firstAhead = ({ day }: Site): string => firstDayAhead(hoursOf(day));

/** A day that was held is not replaced any more. */
const isTooLate = ({ insteadOf }: ManagedDay, ahead: string) => Boolean(insteadOf && insteadOf < ahead);

/** Days that are confirmed, or still may be: of a confirmed request, the others are given up. */
export const openDays = ({ status, days }: ManagedRequest, ahead: string): readonly ManagedDay[] =>
  days.filter(
    (day) => day.confirmed || (status === 'nouvelle' && !day.declined && day.date >= ahead && !isTooLate(day, ahead)),
  );

/** The requested day that is to replace one which is not confirmed any more; undefined without one. */
const wishFor = ({ days }: ManagedRequest, { confirmed, date }: ManagedDay, ahead: string) =>
  confirmed ? undefined : days.find((wish) => wish.insteadOf === date && !wish.declined && wish.date >= ahead);

/** Open days without those that a wish is to replace. */
export const wantedDays = (request: ManagedRequest, ahead: string): readonly ManagedDay[] =>
  openDays(request, ahead).filter((day) => !wishFor(request, day, ahead));

/** The sentence about an agreement that follows in place of the signed one; empty for none. */
export const nextAgreement = (
  { agreement, isContract, newAgreement: next, days }: ManagedRequest,
  ahead: string,
): string =>
  next
    ? newAgreementInWords((isContract ?? agreement?.isContract) === true, next, {
        days: days.filter(({ confirmed, date }) => confirmed && date >= ahead),
        signed: agreement,
      })
    : '';

/** Whether no day is to come, nor goes on, and one was held. */
export const isOver = (request: ManagedRequest, ahead: string) =>
  openDays(request, ahead).every(({ date }) => date < ahead) && request.days.some(({ confirmed }) => confirmed);

/** The last confirmed day once no day is to come; undefined before. */
export const lastDayOver = (request: ManagedRequest, ahead: string): string | undefined =>
  isOver(request, ahead) ? request.days.findLast(({ confirmed }) => confirmed)?.date : undefined;

/**
 * Whether the database lets the visitor change it: a confirmed day until it comes, another one also on the day
 * itself.
 */
export const isAhead = ({ confirmed, date }: ManagedDay, today: string) =>
  date > today || (date === today && !confirmed);

export const mayCancelAll = ({ days }: ManagedRequest, today: string) =>
  days.every((day) => !day.confirmed || isAhead(day, today));

/** Where no text of the agreement is stored, today's clause counts. */
export const withClause = (agreement: SignedAgreement, { papers }: Site): SignedAgreement => ({
  clause: papers?.earlyLeave ?? '',
  ...agreement,
});

/** Sentences about the signed agreement for a day of it that is given up. Empty without one. */
export function notesOnLeaving(request: ManagedRequest, site: Site): readonly string[] {
  const { agreement, days } = request;
  const today = todayInParis();
  const isConfirmed = days.some(({ confirmed }) => confirmed);
  const cancelAll = mayCancelAll(request, today) ? manage.cancel(isConfirmed, 1).open : '';
  return agreement ? leavingDays(withClause(agreement, site), { what: 'ce jour', today, cancelAll }) : [];
}

/** For a request that was sent before, where this tab does not know its link. */
export const sentBefore = {
  mailed:
    'Le lien pour la gérer vous est renvoyé par e-mail, une fois par jour au plus. S’il n’arrive pas, écrivez-nous.',
  notMailed:
    'Le lien pour la gérer ne peut pas vous être renvoyé par e-mail. Il est dans l’onglet d’où elle est partie\u202f; sinon, écrivez-nous.',
} as const;

/** Whether the hours of the last confirmed day are over; without a timetable, the day. */
export const isTaught = ({ days }: ManagedRequest, ahead: string): boolean =>
  areDaysOver(
    days.filter(({ confirmed }) => confirmed).map(({ date }) => date),
    ahead,
  );

/** Whether a day to come waits for an answer. */
const isWaiting = (request: ManagedRequest, ahead: string) =>
  openDays(request, ahead).some(({ confirmed }) => !confirmed);

export function statusOf(request: ManagedRequest, ahead: string): string {
  const { status, days } = request;
  const confirmed = days.filter((day) => day.confirmed);
  if (status === 'annulee') return `Votre ${nounOf(request.wasConfirmed)} est annulée`;
  if (isOver(request, ahead)) return confirmed.length > 1 ? 'Vos journées sont passées' : 'Votre journée est passée';
  if (confirmed.length > 0 && !isWaiting(request, ahead))
    return confirmed.length > 1 ? 'Vos journées sont confirmées' : 'Votre journée est confirmée';
  return confirmed.length > 0
    ? 'Votre demande d’un autre jour attend notre réponse'
    : 'Votre demande attend notre réponse';
}

interface DayState {
  readonly label: string;
  /** The visitor need not keep the day free. */
  readonly isQuiet: boolean;
  readonly isSettled?: boolean;
}

const CANCELLED: DayState = { label: 'annulé', isQuiet: true };

/** The state of a day that its visitor gave up or replaced, or the owner cancelled. */
export const formerState = ({ replacedBy }: FormerDay): DayState =>
  replacedBy ? { label: `remplacé par le ${formatFrenchDate(replacedBy)}`, isQuiet: true } : CANCELLED;

/** Whether the owner has cancelled the day of a reservation that stands, or stood then. */
export const isDropped = ({ status }: ManagedRequest, day: ManagedDay): boolean =>
  !day.replacedBy &&
  (day.calledOff || (!day.confirmed && day.wasConfirmed && (status === 'confirmee' || day.declined)));

export function dayState(request: ManagedRequest, day: ManagedDay, ahead: string): DayState {
  const { status, days } = request;
  const { confirmed, declined, date, insteadOf, replacedBy } = day;
  if (isDropped(request, day)) return CANCELLED;
  if (replacedBy && (declined || status === 'confirmee')) return formerState({ date, replacedBy });
  if (!confirmed && isTooLate(day, ahead)) return { label: WISH_TOO_LATE, isQuiet: true };
  if (declined || (!confirmed && status === 'confirmee')) return { label: 'non retenu', isQuiet: true };
  if (status === 'annulee') return CANCELLED;
  if (date < ahead) {
    const isTaken = confirmed || !days.some((day) => day.confirmed);
    return { label: isTaken ? 'passé' : 'non retenu', isQuiet: true };
  }
  if (!confirmed && insteadOf) {
    return { label: `en attente, à la place du ${formatFrenchDate(insteadOf)}`, isQuiet: false };
  }
  const wish = wishFor(request, day, ahead);
  if (wish) return { label: `en attente, si le ${formatFrenchDate(wish.date)} n’est pas possible`, isQuiet: false };
  if (!confirmed) return { label: 'en attente', isQuiet: false };
  if (date === todayInParis()) return { label: 'aujourd’hui', isQuiet: false };
  return { label: isWaiting(request, ahead) ? 'reste confirmé' : 'confirmé', isQuiet: false, isSettled: true };
}

export function describeManageFailure(failure: ManageFailure): string {
  switch (failure.reason) {
    case 'changed':
      return 'Votre demande a changé entre-temps\u00a0: la voici telle qu’elle est maintenant. Rien d’autre n’a été fait.';
    case 'closed':
      return `Le ${formatFrenchDate(failure.date)} n’est plus disponible. Choisissez un autre jour.`;
    case 'too-many':
      return failure.retryAfterS
        ? `Trop d’essais en peu de temps. Réessayez dans ${formatFrenchDelay(failure.retryAfterS)}, ou écrivez-nous.`
        : 'Trop d’essais en peu de temps. Réessayez plus tard, ou écrivez-nous.';
    case 'offline':
      return 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.';
    default:
      return 'Cela n’a pas été possible. Rechargez la page, ou écrivez-nous.';
  }
}
