import {
  agreementEndedByVisitor,
  agreementName,
  agreementStays,
  agreementUntilThen,
  cancellationInWords,
  confirmationTitle,
  declinedInWords,
  droppedDays,
  givenUpInWords,
  leavingDays,
  newAgreementInWords,
  onlyRefuses,
  owedInWords,
  refusalTitle,
  replacedInWords,
  type SignedAgreement,
} from '@site/contract/agreement-words';
import { formatHour, joinWords, listDays } from '@site/contract/french-dates';
import { FUNDING_DOCUMENTS, type fundingDays } from '@site/contract/funding-days';
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { todayInParis } from '@site/contract/today';
import type { VisitorMail } from '../claimed-mail.ts';
import { formatDay } from '../french.ts';
import type { SiteFacts } from '../settings.ts';
import { type Inset, type Line, sanitizeLine } from '../text.ts';

type Detail = VisitorMail['detail'];
type Kind = VisitorMail['kind'];

const many = (days: readonly unknown[]) => days.length > 1;

const isRemoval = ({ entry }: Detail) => entry?.method === 'CANCEL';

/** Whether a confirmation adds and moves no day. It then tells first of the days that are no longer reserved. */
export const onlyWithdraws = (detail: Detail) =>
  (isRemoval(detail) || detail.days.length === 0) && detail.withdrawn.length > 0;

/** Whether a confirmation does nothing but leave days out, beside those that were held. */
export const onlyDeclines = ({ days, withdrawn, declined = [] }: Detail) =>
  days.length + withdrawn.length === 0 && declined.length > 0;

/** Whether a wish that its visitor has given up is all that is new: the days stay in the calendar as they are. */
const onlyUnasks = (detail: Detail) => !detail.entry && noLongerAsked(detail).length > 0;

/** The subject begins with it; the product and the days follow. */
export const visitorSubject: Record<Kind, (detail: Detail) => string> = {
  receipt: ({ request }) => (request === 'contact' ? 'Message reçu' : 'Demande reçue'),
  confirmation: (detail) => {
    const { moved, declined = [] } = detail;
    if (onlyWithdraws(detail)) return 'Annulation';
    if (onlyDeclines(detail)) return many(declined) ? 'Dates non retenues' : 'Date non retenue';
    if (onlyRefuses(detail) || onlyUnasks(detail)) return 'Date inchangée';
    if (moved.length === 0) return 'C’est confirmé';
    return many(moved) ? 'Nouvelles dates' : 'Nouvelle date';
  },
  cancellation: ({ wereConfirmed }) => (wereConfirmed ? 'Annulation' : 'Demande annulée'),
  calendar: (detail) => (isRemoval(detail) ? 'À retirer de votre agenda' : 'Pour votre agenda'),
  reminder: () => 'Rappel',
  funding: () => 'Dossier AGEFICE à compléter',
  feedback: () => 'Votre avis',
  link: () => 'Le lien de votre demande',
  asked: () => 'Demande modifiée',
};

export const visitorTitle: Record<Kind, (detail: Detail) => string> = {
  receipt: ({ request }) =>
    request === 'contact' ? 'Votre message est bien arrivé' : 'Votre demande est bien arrivée',
  confirmation: (detail) => {
    if (onlyDeclines(detail)) return refusalTitle(detail.declined ?? []);
    if (onlyUnasks(detail))
      return many(detail.days) ? 'Vos journées restent confirmées' : 'Votre journée reste confirmée';
    return confirmationTitle(detail.days, detail, onlyWithdraws(detail));
  },
  cancellation: ({ wereConfirmed }) => (wereConfirmed ? 'Votre réservation est annulée' : 'Votre demande est annulée'),
  calendar: (detail) => (isRemoval(detail) ? 'Une journée à retirer de votre agenda' : 'Une journée pour votre agenda'),
  reminder: () => 'Votre journée approche',
  funding: () => 'Votre dossier AGEFICE est à compléter',
  feedback: () => 'Comment s’est passée votre formation\u202f?',
  link: () => 'Le lien de votre demande',
  asked: () => 'Votre demande est modifiée',
};

export const visitorGreeting = (name: string | null) => (name ? `Bonjour ${name},` : 'Bonjour,');

/** Sentences about the days. A single day stands in the sentence; a list of several follows it. */
export const visitorText: Record<Kind, (detail: Detail, facts: SiteFacts) => readonly string[]> = {
  receipt: ({ request, days }, facts) => {
    const reply = replyIn(facts);
    if (request === 'contact') return [`Nous avons bien reçu votre message et ${reply}`];
    return [
      `Nous avons bien reçu votre demande${forDays(days)} et ${reply}`,
      ...(days.length === 0 ? [] : [unconfirmed(days)]),
    ];
  },
  confirmation: (detail, facts) => [
    ...(onlyWithdraws(detail)
      ? [...dropped(detail, facts), ...expected(detail)]
      : [...expected(detail), ...dropped(detail, facts)]),
    ...leftOut(detail),
    ...noLongerAsked(detail),
    ...furtherMails(detail),
  ],
  cancellation: (detail, facts) => {
    const { days, wereConfirmed, agreement, calledOff } = detail;
    const [day = ''] = days;
    if (detail.reason !== undefined) {
      const told = { days, wereConfirmed, agreement: calledOff, answered: 'cet e-mail' };
      return [...cancellationInWords(told), ...owedInWords(detail.owed), ...furtherMails(detail)];
    }
    const reserved = many(days)
      ? 'Les journées ci-dessous ne sont plus réservées.'
      : `Votre journée du ${formatDay(day)} n’est plus réservée.`;
    return [
      wereConfirmed ? reserved : `Votre demande${forDays(days)} est annulée\u00a0: rien n’est réservé.`,
      ...(agreement
        ? agreementEndedByVisitor(withClause(agreement, facts), dayOf(detail), detail.isForDays ?? true)
        : []),
      ...owedInWords(detail.owed),
      ...furtherMails(detail),
    ];
  },
  calendar: (detail) => {
    const day = formatDay(detail.days[0] ?? '');
    return [
      isRemoval(detail)
        ? `Cet e-mail retire de votre agenda la journée du ${day}, qui n’est plus réservée.`
        : `Cet e-mail place votre journée du ${day} dans votre agenda.`,
      'Tout le reste est dans notre e-mail précédent.',
    ];
  },
  reminder: (detail) => [`Votre journée de formation a lieu le ${formatDay(detail.days[0] ?? '')}.`, ...wish(detail)],
  funding: (detail) => [
    `Vous avez demandé un financement AGEFICE pour votre journée du ${formatDay(detail.days[0] ?? '')}.`,
    ...wish(detail),
    'Si vous nous avez déjà tout envoyé, vous n’avez rien à faire\u00a0: nous vous contactons pour la signature.',
  ],
  link: ({ days }) => [
    `Votre demande${forDays(days)} nous a été envoyée une seconde fois\u00a0: nous n’en gardons qu’une, et vous n’avez rien à refaire.`,
    'Ce lien la montre.',
  ],
  asked: (detail, facts) => {
    const { days, kept, agreement, instead = [], newAgreement } = detail;
    const [day = ''] = days;
    return [
      `Vous demandez maintenant ${many(days) ? 'les dates ci-dessous' : `le ${formatDay(day)}${insteadOf(day, detail)}`}. Nous ${replyIn(facts)}`,
      unconfirmed(days, kept),
      ...(agreement && instead.length > 0 && !newAgreement ? [agreementUntilThen(agreement)] : []),
      ...dueAgreement(detail, kept),
      ...dropped(detail, facts),
    ];
  },
  feedback: ({ days: [day = ''] }) => [
    `Votre formation s’est terminée le ${formatDay(day)}. Votre avis aide à l’améliorer\u00a0: cinq notes et, si vous voulez, une remarque, en une minute.`,
    'Vos réponses ne sont pas anonymes\u00a0: votre formateur les lit avec votre nom. Il vous envoie de son côté votre certificat de réalisation.',
  ],
};

/** « , à la place du vendredi 4 décembre 2026 »; empty where the day replaces none that is confirmed. */
export function insteadOf(day: string, { instead = [] }: Detail): string {
  const replaced = instead.find(({ to }) => to === day);
  return replaced ? `, à la place du ${formatDay(replaced.from)}` : '';
}

const wish = ({ wished, days: [day = ''] }: Detail): readonly string[] =>
  wished
    ? [
        `Vous avez demandé le ${formatDay(wished)} à la place\u00a0: sans réponse de notre part, le ${formatDay(day)} reste réservé.`,
      ]
    : [];

const replyIn = ({ replyTime }: SiteFacts) => `vous répondrons dès que possible${replyTime ? `, ${replyTime}` : ''}.`;

/** @param kept days that are reserved all the same */
function unconfirmed(days: readonly string[], kept: readonly string[] = []): string {
  const begin = many(days) ? 'Ces dates ne sont pas encore confirmées' : 'Cette date n’est pas encore confirmée';
  if (kept.length === 0) return `${begin}\u00a0: rien n’est réservé avant notre réponse.`;
  const which = listDays('du', kept);
  return `${begin}\u00a0: jusqu’à notre réponse, ${many(kept) ? `vos journées ${which} restent réservées` : `votre journée ${which} reste réservée`}.`;
}

function forDays([day, ...more]: readonly string[]): string {
  if (!day) return '';
  return more.length > 0 ? ' pour les dates ci-dessous' : ` pour le ${formatDay(day)}`;
}

function expected(detail: Detail): readonly string[] {
  const { days, moved, asked = [], refused = [], agreement, newAgreement } = detail;
  if (days.length === 0) return [];
  const [day = ''] = days;
  const wait = many(days) ? 'Nous vous attendons aux dates ci-dessous.' : `Nous vous attendons le ${formatDay(day)}.`;
  const isSaid = moved.length > 0 || asked.length + refused.length === days.length;
  const [waits, answers] = [isSaid ? [] : [wait], replacedInWords(days, detail)];
  if (refused.length === 0) return [...waits, ...answers];
  return [...answers, ...(agreement && !newAgreement ? [agreementStays(agreement)] : []), ...waits];
}

function dropped(detail: Detail, facts: SiteFacts): readonly string[] {
  const { agreement, calledOffDays = [], givenUpDays = [] } = detail;
  const gone = droppedDays(detail);
  const days = gone.filter((day) => !givenUpDays.includes(day));
  const signed = days.some((day) => calledOffDays.includes(day)) ? agreement : null;
  const cancelled = { days, wereConfirmed: true, isPart: true, agreement: signed, answered: 'cet e-mail' };
  return [
    ...givenUpInWords(gone.filter((day) => givenUpDays.includes(day))),
    ...leavingSentences(detail, gone, facts),
    ...(days.length > 0 ? cancellationInWords(cancelled) : []),
  ];
}

const leftOut = (detail: Detail): readonly string[] => {
  const { declined = [], late = [] } = detail;
  if (!onlyDeclines(detail)) return declinedInWords(declined, detail);
  return cancellationInWords({ days: declined, wereConfirmed: false, isPart: true, late, answered: 'cet e-mail' });
};

/** The answer to a wish that its visitor has given up. Where a day has changed since, the mail is about that one. */
function noLongerAsked({ days, moved, asked = [], declined = [], withdrawn, givenUpDays = [] }: Detail): string[] {
  const gone = givenUpDays.filter((day) => !days.includes(day));
  if (gone.length === 0 || [...moved, ...asked, ...declined, ...withdrawn].length > 0) return [];
  const end = many(gone) ? 'ces jours ne sont plus demandés' : 'ce jour n’est plus demandé';
  return [`Vous avez annulé ${listDays('le', gone)}\u00a0: ${end}.`];
}

/** The sentence about the agreement that follows the signed one for these days. */
export const dueAgreement = ({ isContract, newAgreement, agreement }: Detail, days: readonly string[] = []) =>
  newAgreement ? [newAgreementInWords(isContract === true, newAgreement, { days, signed: agreement })] : [];

const dayOf = ({ queuedAt }: Detail) => todayInParis(new Date(queuedAt));

/** An agreement whose text nobody stored has the clause of today. */
const withClause = (agreement: SignedAgreement, { prices }: SiteFacts): SignedAgreement => ({
  ...agreement,
  clause: sanitizeLine(agreement.clause ?? prices?.earlyLeave ?? ''),
});

/** What the visitor has read before giving up a day of a signed agreement. */
function leavingSentences(
  { leftDays = [], ...detail }: Detail,
  gone: readonly string[],
  facts: SiteFacts,
): readonly string[] {
  const { agreement } = detail;
  const days = leftDays.filter((day) => gone.includes(day));
  if (!agreement || days.length === 0) return [];
  const today = dayOf(detail);
  const stay = detail.kept ?? detail.days;
  return leavingDays(withClause(agreement, facts), {
    what: many(gone) ? listDays('le', days) : 'ce jour',
    today,
    cancelAll: detail.manageUrl && stay.every((day) => day > today) ? visitorNext.manage : '',
  });
}

function furtherMails({ furtherEntries }: Detail): string[] {
  if (furtherEntries === 0) return [];
  const mails =
    furtherEntries === 1 ? 'Un autre e-mail suit, pour une autre journée' : 'D’autres e-mails suivent, un par journée';
  return [`${mails}\u00a0: chacun met votre agenda à jour.`];
}

export const visitorLabels = {
  receivedAt: { contact: 'Message reçu le', reservation: 'Demande reçue le' },
  hours: 'Horaires',
  place: 'Lieu',
  videoLink: 'Visio',
  phone: 'Téléphone',
  price: 'Tarif',
  funding: 'Financement',
  reason: (trainer: string) => `Message de ${trainer || 'votre formateur'}`,
  next: 'La suite',
  toPrepare: 'À préparer',
  days: {
    receipt: 'Dates demandées',
    confirmation: 'Dates confirmées',
    cancellation: 'Dates annulées',
    calendar: 'Dates',
    reminder: 'Dates confirmées',
    funding: 'Dates confirmées',
    feedback: 'Dates',
    link: 'Dates demandées',
    asked: 'Dates demandées',
  } satisfies Record<Kind, string>,
};

export const visitorValues = {
  moment: (day: string, time: string) => `${formatDay(day)} à ${formatHour(time)} (heure de Paris)`,
  hours: (from: string, to: string) => `de ${from} à ${to} (heure de Paris)`,
  toAnswer: '. Dites-le avec «\u00a0Gérer ma demande\u00a0» ci-dessous.',
  place: (tool: string | undefined) => (tool ? `à distance (${tool})` : 'à distance'),
};

const capitalized = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

export const visitorNext = {
  prepare: (detail: Detail) => {
    const { agreement, newAgreement, isContract = null } = detail;
    const next = isContract ? 'Le nouveau contrat' : 'La nouvelle convention';
    const isRenewed = newAgreement && (newAgreement !== 'kind' || agreement?.isContract === isContract);
    const toSign = isRenewed ? next : capitalized(agreementName(isContract));
    const ending = isContract === false ? 'signée' : 'signé';
    return [
      'Un ordinateur et une connexion à internet',
      'Votre téléphone, pour recevoir vos alertes',
      ...(agreement && !newAgreement ? [] : [`${toSign} de formation, ${ending}\u00a0: sinon, répondez à cet e-mail`]),
    ];
  },
  facts: (facts: readonly string[]) =>
    `Pour préparer ce document, vous pouvez indiquer ${joinWords(facts)}, avec «\u00a0Gérer ma demande\u00a0» ci-dessous. C’est facultatif.`,
  manage: 'Gérer ma demande',
  answer: 'Donner mon avis',
};

/** Details of the day file that a mail asks for. */
export const visitorFacts = {
  address: 'votre adresse',
  siren: 'votre SIREN',
  payer: 'qui paie',
  payerName: 'le nom de l’entreprise ou du financeur',
  payerAddress: 'l’adresse de l’entreprise',
  payerSiren: 'le SIREN de l’entreprise',
  priorLevel: 'ce que vous savez déjà faire',
};

export const visitorFoot = {
  reach: (email: Inset, phone: Inset | undefined): Line => [
    'Une question, un changement\u00a0? Répondez à cet e-mail, ',
    ...(phone ? ['appelez le ', phone, ' '] : []),
    'ou écrivez à ',
    email,
    '.',
  ],
  notYou:
    'Vous n’avez rien demandé\u00a0? Votre adresse a sans doute été saisie par erreur\u00a0: répondez-nous, et nous l’effacerons.',
};

export const visitorCalendar = {
  file: {
    REQUEST: (day: string) => `formation-${day}.ics`,
    CANCEL: (day: string) => `annulation-${day}.ics`,
  },
  summary: {
    REQUEST: (product: string) => `Formation\u00a0: ${product}`,
    CANCEL: (product: string) => `Formation annulée\u00a0: ${product}`,
  },
  description: (phone: string | undefined, link: string | undefined) =>
    [phone && `${visitorLabels.phone}\u00a0: ${phone}`, link && `${visitorNext.manage}\u00a0: ${link}`]
      .filter(Boolean)
      .join('\n'),
};

function whichDays(kept: readonly string[], isOne: boolean): string {
  if (kept.length === 0) return isOne ? 'si la date est confirmée, ' : '';
  return many(kept) ? 'pour les journées qui restent réservées, ' : 'pour la journée qui reste réservée, ';
}

interface FundedDays {
  /** Days that are reserved already; empty for the requested ones. */
  readonly kept?: readonly string[];
  /** How many are requested; of several, `due` names the first of those that are `inTime`. */
  readonly asked?: number;
  readonly inTime?: number;
}

/** The steps of the funding guide, which the site shows under /agefice. */
export const visitorFunding = {
  path: '/agefice',
  label: 'Votre dossier AGEFICE',
  /** Said once a request has come; the form has said so too. */
  soon: (days: string): Line => [
    `AGEFICE\u00a0: le dossier complet doit être déposé au moins ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée. C’est trop tard pour ${days}, et le fonds peut refuser\u00a0: nous en parlerons avec vous.`,
  ],
  due: ({ due, soon }: ReturnType<typeof fundingDays>, { kept = [], asked = 0, inTime = 0 }: FundedDays): Line => [
    `AGEFICE\u00a0: ${whichDays(kept, asked === 1)}le dossier complet doit être déposé au plus tard ${due}${soon && ` (${soon})`}${asked > 1 ? `, si cette date est confirmée${inTime > 1 ? `\u202f; pour une date suivante, ${FUNDING_LEAD_DAYS}\u00a0jours avant elle` : ''}` : ''}.${soon && ' Ce délai est très court, et le fonds peut refuser un dossier déposé plus tard\u00a0: nous en parlerons avec vous.'}`,
  ],
  /** Written before a day is confirmed; the form's recap, which is left after two seconds, has said so too. */
  prepare: [
    `Ensuite, pour l’AGEFICE\u00a0: préparez ${FUNDING_DOCUMENTS} Ne commencez rien avant notre réponse\u00a0: elle vous dira comment faire la pré-inscription, la première étape.`,
  ],
  /** Written before a day is confirmed. */
  guideAlone: (guide: Inset): Line => ['Les étapes du financement AGEFICE\u00a0: ', guide],
};
