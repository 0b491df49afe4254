import {
  agreementInWords,
  agreementStays,
  agreementToSign,
  type ChangedDays,
  cancellationInWords,
  confirmationTitle,
  declinedInWords,
  droppedDays,
  FREE_WITHDRAWAL,
  LINK_FOLLOWS,
  type MovedDay,
  newAgreementInWords,
  overPriceNote,
  owedInWords,
  refusalTitle,
  replacedInWords,
  type SignedAgreement,
  WISH_TOO_LATE,
} from '@site/contract/agreement-words';
import { durationOf, hoursOf } from '@site/contract/day-hours';
import type { PaperStep } from '@site/contract/day-papers';
import { BOOKING_FIELDS, optionInWords } from '@site/contract/form-fields';
import { FUNDING_STATE, fundingSteps } from '@site/contract/funding-days';
import type { Site } from '@site/contract/host';
import { soonDay } from '@site/contract/offer';
import { readPhone } from '@site/contract/phone';
import { centsInEuros, isUntaxed, priceInWords } from '@site/contract/prices';
import { PATHS } from '@site/contract/routes';
import { firstDayAhead, todayInParis } from '@site/contract/today';
import { FOLLOW_UP_STEPS, FOLLOW_UP_WORDS, type OwnedRequest } from '@site/supabase/requests';
import type { Channel, HistoryItem, OwnCancellation, RequestDetail, SentMail } from '../api/requests';
import { formatDay, formatHour, formatShortDay, isolated } from './dates';
import { markedPaper } from './paper-names';

/** Keyed by the action's name in the database. */
const ACTIONS: Readonly<Record<string, string>> = {
  received: 'Demande reçue',
  entered: 'Saisie par téléphone',
  confirmed: 'Confirmée',
  changed_day: 'Jour changé',
  cancelled: 'Annulée',
  called_off: 'Journées à venir annulées',
  reopened: 'Rouverte',
  verified: 'Vérifiée',
  handled: 'Traitée',
  unhandled: 'Remise à traiter',
  noted: 'Note modifiée',
  told: 'Prévenue',
  seen: 'Annulation traitée',
  refunded: 'Somme rendue',
  deposit: 'Acompte reçu',
  deposit_undone: 'Retiré\u00a0: acompte reçu',
  spam: 'Marquée indésirable',
  ...FOLLOW_UP_WORDS,
  ...Object.fromEntries(
    FOLLOW_UP_STEPS.map((step) => [`${step}_undone`, `Retiré\u00a0: ${FOLLOW_UP_WORDS[step].toLowerCase()}`]),
  ),
  visitor_cancelled: 'Annulée par le visiteur',
  visitor_asked: 'Autre jour demandé par le visiteur',
  wish_refused: 'Autre jour refusé',
  visitor_gave_up: 'Jour annulé par le visiteur',
  visitor_wanted: 'Nombre de journées précisé par le visiteur',
  visitor_filled: 'Dossier complété par le visiteur',
  visitor_answered: 'Questionnaire rempli par le visiteur',
  receipt_refused: 'Accusé de réception non remis\u00a0: cette adresse e-mail n’existe pas',
  filed: 'Dossier modifié',
};

/** « Confirmée : lun. 7 déc. » */
export function historyText(item: Pick<HistoryItem, 'action' | 'detail'>): string {
  const { action, detail } = item;
  const record = asRecord(detail);
  const { from, to, channel, days, confirmed, day, on, wasConfirmed, daysWanted, agreement, reason, cents } = record;
  const { wishes, isLate } = record;
  const isOneDay = action === 'called_off' && Array.isArray(days) && days.length === 1;
  const isWish = action === 'visitor_gave_up' && wasConfirmed === false;
  const named = isOneDay ? 'Journée annulée' : isWish ? 'Souhait retiré par le visiteur' : ACTIONS[action];
  const label = (paperText(item) ?? named ?? action) + (typeof cents === 'number' ? ` (${centsInEuros(cents)})` : '');
  const how = tell.by[channel as keyof typeof tell.by];
  const reserved = listed(confirmed);
  const signed = isSigned(agreement) ? `, ${agreementInWords(agreement)}` : '';
  if (reserved) {
    const withdrawn = isSigned(agreement) && agreement.withdrawalUntil ? `\u00a0: ${FREE_WITHDRAWAL}` : '';
    return `${label}, alors que confirmée\u00a0: ${reserved}${signed}${withdrawn}`;
  }
  const single = day ?? on;
  if (single) return `${label}${wasConfirmed ? ', alors que confirmé' : ''}\u00a0: ${shortDay(single)}${signed}`;
  const which = listed(days, wishes as readonly MovedDay[] | undefined);
  if (typeof reason === 'string') return `${label}${which && ` (${which})`}\u00a0: «\u202f${reason}\u202f»`;
  const wanted = optionInWords(BOOKING_FIELDS.daysWanted, daysWanted);
  if (wanted) return `${label}\u00a0: ${wanted.toLowerCase()}`;
  const about = from && to ? moved(action, shortDay(from), shortDay(to)) : which;
  return (how ? `${label} ${how}` : label) + (about && `\u00a0: ${about}`) + (isLate ? ` (${WISH_TOO_LATE})` : '');
}

/** « Contrat signé », and both names where an older database has not said which; null for what is about no paper. */
function paperText({ action, detail }: Pick<HistoryItem, 'action' | 'detail'>): string | null {
  const [, kind, step, undone] = /^(paper|convention)_(sent|signed)(_undone)?$/.exec(action) ?? [];
  if (!kind) return null;
  const { paper, isContract } = asRecord(detail);
  const name = kind === 'convention' ? kind : String(paper);
  const marked =
    name === 'convention' && isContract === undefined
      ? `Convention ou ${markedPaper(name, step as PaperStep, true).toLowerCase()}`
      : markedPaper(name, step as PaperStep, isContract === true);
  return undone ? `Retiré\u00a0: ${marked.toLowerCase()}` : marked;
}

/**
 * The visitor's cancellation in words, if it was a withdrawal. Null otherwise, and once the owner has reopened the
 * reservation.
 */
export function withdrawalIn(history: readonly Pick<HistoryItem, 'action' | 'detail'>[]): string | null {
  const last = history.findLast(({ action }) => action === 'visitor_cancelled' || action === 'cancelled');
  const { agreement } = asRecord(last?.action === 'visitor_cancelled' ? last.detail : null);
  return last && isSigned(agreement) && agreement.withdrawalUntil ? historyText(last) : null;
}

/** A list has the days. */
function asRecord(detail: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(detail)) return { days: detail };
  return typeof detail === 'object' && detail !== null ? (detail as Readonly<Record<string, unknown>>) : {};
}

const isSigned = (value: unknown): value is SignedAgreement => typeof asRecord(value).signedOn === 'string';

const moved = (action: string, from: string, to: string) =>
  action === 'changed_day' ? `${from} remplacé par ${to}` : `${to}, à la place du ${from}`;

const shortDay = (day: unknown) => formatShortDay(String(day));

/** A day that is asked for in place of another one stands with that one. */
function listed(days: unknown, wishes: readonly MovedDay[] = []): string {
  const named: readonly unknown[] = Array.isArray(days) ? days : [];
  const others = named.filter((day) => !wishes.some(({ from, to }) => day === from || day === to));
  return [...others.map(shortDay), ...wishes.map(({ from, to }) => moved('', shortDay(from), shortDay(to)))].join(', ');
}

export const visitorMails: Readonly<Record<string, string>> = {
  receipt: 'Accusé de réception',
  confirmation: 'Confirmation',
  cancellation: 'Annulation',
  calendar: 'Entrée d’agenda',
  reminder: 'Rappel',
  funding: 'Rappel du dossier AGEFICE',
  feedback: 'Questionnaire',
  link: 'Lien renvoyé',
  asked: 'Demande modifiée',
};

const mailKinds: Readonly<Record<string, string>> = {
  contact: 'Message reçu',
  reservation: 'Réservation reçue',
  dates: 'Dates ajoutées',
  change: 'Modifiée par le visiteur',
  digest: 'Résumé',
  ...Object.fromEntries(Object.entries(visitorMails).map(([kind, name]) => [kind, `${name}, au visiteur`])),
};

/** « Entrée d’agenda, au visiteur (lun. 7 déc.) » */
export function mailName({ kind, day, isRemoval }: SentMail): string {
  const name = mailKinds[kind] ?? kind;
  return (isRemoval ? name.replace(',', ' retirée,') : name) + (day ? ` (${shortDay(day)})` : '');
}

export const reach = {
  call: 'Appeler',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  /** Accessible names. They begin with what is visible. */
  names: {
    call: (phone: string) => `Appeler ${phone}`,
    sms: (phone: string) => `SMS au ${phone}`,
    whatsapp: (phone: string) => `WhatsApp au ${phone}`,
    email: (email: string) => `E-mail à ${email}`,
  },
} as const;

export const tell = {
  title: (name: string) => `Prévenir ${isolated(name)}`,
  hint: 'Le site n’a pas écrit à cette personne\u00a0: votre application s’ouvre avec un message, que vous envoyez.',
  hintMailed:
    'Le site lui écrit une minute après. Pour la prévenir aussi par message, votre application s’ouvre avec un texte.',
  read: 'Lire le message',
  by: {
    email: 'par e-mail',
    sms: 'par SMS',
    whatsapp: 'par WhatsApp',
    site: 'par une nouvelle confirmation',
  } satisfies Record<Channel | 'site', string>,
} as const;

type Confirmed = Pick<
  OwnedRequest,
  | 'name'
  | 'isAgefice'
  | 'confirmedDates'
  | 'isContract'
  | 'traineeStatus'
  | 'isFundingDropped'
  | 'isFundingAwaited'
  | 'agreement'
  | 'newAgreement'
  | 'followUp'
> &
  Pick<RequestDetail, 'price' | 'videoLink' | 'calledOffDays' | 'history' | 'tellsVisitor'> & {
    /** What the last confirmation, and each move since, has put in place of what. */
    readonly changes: ChangedDays;
    /** Requested days that are not confirmed. */
    readonly declined: readonly string[];
  };

/**
 * What the owner sends to a person whose days are confirmed; of days of which none is to come, only about those that
 * the owner has dropped. The price is that of all days.
 */
export function confirmedMessage(site: Site, request: Confirmed, now = new Date()) {
  const { name, changes } = request;
  const [today, hours] = [todayInParis(now), hoursOf(site.day)];
  const ahead = firstDayAhead(hours, now);
  const days = request.confirmedDates.filter((date) => date >= ahead);
  const [day, ...more] = days;
  const replaced = replacedInWords(days, changes);
  const dropped = droppedOf(request);
  const onlyWithdraws = dropped.length > 0 && replaced.length === 0;
  const subject = `${confirmationTitle(days, changes, onlyWithdraws)} – ${site.product}`;
  const left = declinedInWords(request.declined, changes);
  if (!day) return { subject, text: [`Bonjour ${name},`, ...dropped, ...left, endOf(site)].join('\n\n') };
  const when = hours
    ? `de ${formatHour(hours.from)} à ${formatHour(hours.to)}, heure de Paris`
    : `${durationOf(site.day)} de formation`;
  const about = `${when}, à distance${site.videoTool ? ` avec ${site.videoTool}` : ''}`;
  const confirmed =
    more.length > 0
      ? `Vos journées de formation ${onlyWithdraws ? 'restent' : 'sont'} confirmées (chacune ${about})\u00a0:${listOf(days.map(formatDay))}`
      : `Votre journée de formation ${onlyWithdraws ? 'reste' : 'est'} confirmée\u00a0: ${formatDay(day)} (${about}).`;
  // Of a single day, what it replaces also says when it is.
  const last = more.length === 0 && replaced.at(-1)?.replace(/\.$/, ` (${about}).`);
  const standing = last ? [...replaced.slice(0, -1), last] : [...replaced, confirmed];
  return {
    subject,
    text: [
      `Bonjour ${name},`,
      ...(onlyWithdraws ? [...dropped, ...standing] : [...standing, ...dropped]),
      ...left,
      factsOf(site, request, ahead),
      ...agreementOf({ ...request, confirmedDates: days }, today),
      ...(request.isFundingAwaited ? fundingOf(site, { ...request, confirmedDates: days }, today) : []),
      endOf(site),
    ].join('\n\n'),
  };
}

const endOf = (site: Site) => `À bientôt,\n${site.trainer?.name ?? site.product}`;

/** What the mail has in its rows. */
function factsOf(site: Site, request: Confirmed, ahead: string): string {
  const { confirmedDates, price, videoLink, isAgefice } = request;
  const over = overPriceNote(confirmedDates.filter((date) => date < ahead));
  const sum = priceInWords(price ?? {}, confirmedDates.length, isUntaxed(site));
  return [
    `Visio\u00a0: ${videoLink ?? LINK_FOLLOWS}`,
    ...(site.phone ? [`Téléphone\u00a0: ${readPhone(site.phone).shown}`] : []),
    ...(sum ? [`Tarif\u00a0: ${sum}${over}`] : []),
    ...(isAgefice || request.isFundingAwaited
      ? [`Financement\u00a0: ${FUNDING_STATE[request.isFundingDropped ? 'dropped' : 'asked']}`]
      : []),
  ].join('\n');
}

/** About days that the owner has cancelled, with the money of signed ones; none without one. */
function droppedOf({ changes, calledOffDays, ...request }: Confirmed): readonly string[] {
  const days = droppedDays(changes);
  const agreement = days.some((day) => calledOffDays?.includes(day)) ? request.agreement : null;
  const told = { days, wereConfirmed: true, isPart: true, agreement, answered: 'ce message' };
  return days.length > 0 ? cancellationInWords(told) : [];
}

/** The visitor has no link to the form of the file, or somebody has written into the file. */
const WITHOUT_FORM = /^(?:entered|visitor_filled|filed)$/;

/**
 * The agreement that is to be signed, and how to give the facts for it until it goes out; none where the days are those
 * of the signed one.
 */
function agreementOf(request: Confirmed, today: string): readonly string[] {
  const { agreement: signed, newAgreement: next, isContract = null, traineeStatus } = request;
  const { confirmedDates, followUp, changes } = request;
  if (next) return [newAgreementInWords(isContract === true, next, { days: confirmedDates, signed })];
  if (signed) return changes.refused?.length ? [agreementStays(signed)] : [];
  const facts =
    'Pour préparer ce document, vous pouvez compléter votre dossier avec «\u202fGérer ma demande\u202f», dans nos e-mails. C’est facultatif.';
  const mayFill =
    request.tellsVisitor &&
    !followUp.convention_sent &&
    !request.history.some(({ action }) => WITHOUT_FORM.test(action));
  const soon = isContract === false ? '' : soonDay(confirmedDates, today, traineeStatus);
  return [agreementToSign(isContract, traineeStatus) + soon, ...(mayFill ? [facts] : [])];
}

type Cancelled = Pick<OwnedRequest, 'name' | 'agreement' | 'owed'> & OwnCancellation;

/** What the owner sends to a person whose request or reservation the owner has cancelled. */
export function cancelledMessage(site: Site, request: Cancelled) {
  const { name, days, wereConfirmed, isPart = false, late = [], reason, owed } = request;
  // Also of a reservation that was opened again since; a day that is only asked for has none.
  const agreement = wereConfirmed || !isPart ? request.agreement : null;
  const told = { days, wereConfirmed, isPart, late, agreement, answered: 'ce message' };
  const [first, ...others] = [...cancellationInWords(told), ...(agreement ? [] : owedInWords(owed))];
  const list = days.length > 1 && !isPart ? listOf(days.map(formatDay)) : '';
  return {
    subject: `${isPart ? refusalTitle(days) : wereConfirmed ? 'Annulation' : 'Demande annulée'} – ${site.product}`,
    text: [`Bonjour ${name},`, `${first}${list}`, ...(reason ? [reason] : []), ...others, endOf(site)].join('\n\n'),
  };
}

const listOf = (items: readonly string[]) => items.map((item) => `\n–\u00a0${item}`).join('');

/** The steps of the file for AGEFICE, as the mail has them. */
function fundingOf(site: Site, { confirmedDates, traineeStatus }: Confirmed, today: string): readonly string[] {
  const steps = fundingSteps({
    days: confirmedDates,
    today,
    guide: site.origin && site.origin + PATHS.funding,
    email: site.email,
    hasForm: site.preRegistrationUrl !== '',
    answered: 'ce message',
    status: traineeStatus,
  });
  return [`Votre dossier AGEFICE\u00a0:${listOf(steps.map((step) => step.join('')))}`];
}
