import { agreementInWords, type EndedAgreement, FREE_WITHDRAWAL } from '@site/contract/agreement-words';
import { formatFrenchDate, listDays } from '@site/contract/french-dates';
import { fundingDays } from '@site/contract/funding-days';
import { DEPOSIT_PERCENT, FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { centsInEuros } from '@site/contract/prices';
import { todayInParis } from '@site/contract/today';
import type { Concern } from '../concern.ts';

export type Deadline = Pick<
  Extract<Concern, { readonly kind: 'deadline' }>,
  'step' | 'due' | 'days' | 'news' | 'papers' | 'isLate' | 'isAsked' | 'isContract' | 'isUnsent'
>;

export const newsWords = {
  filled: 'dossier complété par le stagiaire',
  answered: 'questionnaire rempli',
  low: 'note basse\u00a0: répondez-lui, puis écrivez dans la note ce que vous en avez fait',
  hours: 'horaires changés depuis sa confirmation',
  price: 'à noter\u00a0: le prix de ce qui a été suivi, pour la facture',
  payer: 'le payeur a changé',
  moved: 'le jour a changé',
  dropped: 'un jour a été annulé',
  repriced: 'le prix a changé',
  taxed: 'le régime de TVA a changé',
  early: 'payé trop tôt',
};
const paperWords = {
  convocation: 'convocation',
  blank_sheet: 'feuille d’émargement vierge',
  emargement: 'feuille d’émargement',
  certificat: 'certificat',
  attestation: 'attestation',
  facture: 'facture',
};

/** The preposition before a name, which may be isolated: « d’Inès », « de Léo ». */
export const beforeName = (name: string): 'd’' | 'de ' =>
  /^[\u2066-\u2068]?[aeiouàâäéèêëîïôöùûüœæ]/iu.test(name) ? 'd’' : 'de ';

const listed = (papers: readonly (keyof typeof paperWords)[]) => papers.map((paper) => paperWords[paper]).join(', ');

/** A sentence for the owner before confirming a request with AGEFICE. `fundingDays` has its parts. */
export const fundingLines = {
  late: (days: string) =>
    `AGEFICE\u00a0: le dossier complet se dépose ${FUNDING_LEAD_DAYS}\u00a0jours au moins avant la journée. C’est trop tard pour ${days}\u00a0: le fonds peut refuser.`,
  /** @param soon « c’est demain »; empty while there is time */
  due: (due: string, soon: string) => `AGEFICE\u00a0: dossier complet au plus tard ${due}${soon && `\u00a0: ${soon}`}.`,
};

function askedSentence(days: readonly string[]): string {
  const { late, due, soon } = fundingDays(days, todayInParis());
  return [late && fundingLines.late(late), due && fundingLines.due(due, soon)].filter(Boolean).join(' ');
}

/**
 * The sentence about the last date for the complete file; the page of the file says what lateness costs. If it is too
 * late for the first of several days, `due` is the last date for the next day.
 */
function fundingSentence({ due, days = [], isLate }: Pick<Deadline, 'due' | 'days' | 'isLate'>): string {
  if (days.length < 2) {
    const day = formatFrenchDate(due);
    return isLate
      ? `en retard, il devait être déposé complet au plus tard le ${day}.`
      : `à déposer complet au plus tard le ${day}.`;
  }
  const told = fundingDays(days, isLate ? '9999-12-31' : due);
  const parts = [told.late && `en retard pour ${told.late}`, told.due && `à déposer complet au plus tard ${told.due}`];
  return `${parts.filter(Boolean).join('\u202f; ')}.`;
}

/** Pieces of the sentence about an unpaid invoice. The name is a piece of its own, because a visitor typed it. */
export function invoicePieces(
  { due, days, isLate }: Omit<Extract<Concern, { readonly kind: 'invoice' }>, 'isUrgent' | 'kind'>,
  name: string,
): readonly [string, string, string] {
  const daysText = daysInWords(days);
  const note = 'Dès qu’elle est réglée, notez-le dans le dossier.';
  const invoice = `Facture ${beforeName(name)}`;
  if (!due) return [invoice, name, `, ${daysText}\u00a0: pas encore notée comme réglée. ${note}`];
  const day = formatFrenchDate(due);
  return [
    invoice,
    name,
    isLate
      ? `, ${daysText}\u00a0: en retard, à régler au plus tard le ${day}. Si elle est réglée, notez-le dans le dossier\u202f; sinon, relancez cette personne.`
      : `, ${daysText}\u00a0: à régler au plus tard le ${day}. ${note}`,
  ];
}

/** Pieces of the sentence about days that may not be held yet. */
export const requestPieces = (
  { days, isContract }: Pick<Extract<Concern, { readonly kind: 'express_request' }>, 'days' | 'isContract'>,
  name: string,
): readonly [string, string, string] => [
  `${isContract ? 'Contrat signé' : 'Convention signée'} pour `,
  name,
  `, ${daysInWords(days)}\u00a0: la formation ne peut pas avoir lieu dans les quatorze jours de rétractation tant que sa demande n’est pas cochée, et notée dans le dossier (Code de la consommation, L221-25).`,
];

/** Pieces of the sentence about a signed agreement that a cancellation has ended. */
export function endedPieces(
  { agreement, isOwn, days = [], dueCents }: Omit<Extract<Concern, { readonly kind: 'ended' }>, 'isUrgent' | 'kind'>,
  name: string,
): readonly [string, string, string] {
  const sums = settlement(agreement, dueCents);
  const signed = `, ${agreementInWords(agreement)}\u00a0: `;
  if (isOwn) {
    const owed = 'rendez ce qui a été payé pour les jours qui n’auront pas lieu, et écrivez à cette personne.';
    const what = days.length > 0 ? theDays(days) : 'la réservation';
    return [`Vous avez annulé ${what} ${beforeName(name)}`, name, signed + owed + sums];
  }
  const onDays = days.length > 0 ? ` ${listDays('du', days)}` : '';
  const what = agreement.isPart ? theDays(days) : `sa réservation${onDays}`;
  const owed = agreement.withdrawalUntil ? FREE_WITHDRAWAL : 'écrivez-lui pour la suite.';
  return ['', name, ` a annulé ${what}${signed}${owed}${sums}`];
}

/**
 * The sums after the end of an agreement: what came under it, what is due, and the difference with its direction. Each
 * sentence has a space before it. A withdrawal gives all back by its day, unless something is due; otherwise only the
 * owner knows what is to be given back, and says what is due.
 */
export function settlement(agreement: EndedAgreement, dueCents?: number): string {
  const { depositOn, depositCents, paidOn, paidCents, refundUntil, isRefundLate } = agreement;
  const balance = balanceOf(agreement, dueCents);
  const law = ` (Code de la consommation, ${isRefundLate ? 'L221-24 et L242-4' : 'L221-18 et L221-24'}).`;
  const by = refundUntil && ` au plus tard le ${formatFrenchDate(refundUntil)}${law}`;
  const came = paidOn ?? depositOn;
  const [what, cents] = paidOn ? ['Règlement', paidCents] : ['Acompte', depositCents];
  const sentences = [
    came && `${what}${cents === undefined ? '' : ` de ${centsInEuros(cents)}`} reçu le ${formatFrenchDate(came)}.`,
    dueCents && `Somme due\u00a0: ${centsInEuros(dueCents)}.`,
  ];
  if (by && !came && !dueCents) {
    const late = isRefundLate ? 'elle était à rendre' : 'rendez-la';
    sentences.push(`Aucune somme n’est notée comme reçue\u00a0: si vous en avez reçu une, ${late}${by}`);
  } else if (by && came && (balance ?? -1) < 0) {
    const back = balance === undefined ? '' : `\u00a0: ${centsInEuros(-balance)},`;
    sentences.push(`${isRefundLate ? 'En retard, à' : 'À'} rendre${back}${by}`);
  } else if (balance !== undefined) {
    if (balance === 0) sentences.push(came && 'Rien ne reste à régler ni à rendre.');
    else if (balance < 0) sentences.push(`À rendre\u00a0: ${centsInEuros(-balance)}.`, NOTE_IT);
    else sentences.push(came && `Reste dû\u00a0: ${centsInEuros(balance)}.`, NOTE_IT);
  }
  return sentences.map((sentence) => (sentence ? ` ${sentence}` : '')).join('');
}

const NOTE_IT = 'Dès que c’est réglé, notez-le dans le dossier.';

/**
 * Euro cents that are still due after the end of an agreement, less than 0 where they are to be given back; undefined
 * while a sum is unknown.
 */
export function balanceOf(
  { depositOn, depositCents, paidOn, paidCents, refundUntil }: EndedAgreement,
  dueCents = refundUntil && (paidOn ?? depositOn) ? 0 : undefined,
): number | undefined {
  const came = paidOn ? paidCents : depositOn ? depositCents : 0;
  return dueCents === undefined || came === undefined ? undefined : dueCents - came;
}

/** « la journée du lundi 7 décembre 2026 » */
const theDays = (days: readonly string[]) => `${days.length > 1 ? 'les' : 'la'} ${daysInWords(days)}`;

const daysInWords = (days: readonly string[]) => `${days.length > 1 ? 'journées' : 'journée'} ${listDays('du', days)}`;

/**
 * The name of the agreement: a trainee who pays alone signs a contrat, others a convention. Until the owner knows who
 * pays, both are named.
 */
export function agreementWords(isContract: boolean | undefined) {
  if (isContract === undefined)
    return {
      title: 'Convention ou contrat',
      ending: '',
      law: ' (Code du travail, L6353-1 et L6353-3). Notez dans le dossier qui paie.',
    };
  return isContract
    ? {
        title: 'Contrat',
        ending: '',
        law: '. Aucun paiement avant la signature et la fin des dix jours qui la suivent (Code du travail, L6353-3 à L6353-6).',
      }
    : { title: 'Convention', ending: 'e', law: ' (Code du travail, L6353-1).' };
}

export function fileWords({ news = [], papers = [], isLate }: Pick<Deadline, 'news' | 'papers' | 'isLate'>): string {
  const unsent = papers.filter((paper) => paper !== 'emargement');
  const all = [
    ...news.map((one) => newsWords[one]),
    unsent.length > 0 &&
      `à envoyer\u00a0: ${listed(unsent)}${isLate && unsent.includes('facture') ? ' (envoi en retard)' : ''}`,
    papers.includes('emargement') && `à noter comme signée\u00a0: ${listed(['emargement'])}`,
  ];
  return all.filter(Boolean).join('\u202f; ');
}

/**
 * Pieces of the sentence about a deadline. The name is a piece of its own, because a visitor typed it.
 * @param ahead of `firstDayAhead`; without it, no day is said to be over, as the space has a title for that
 */
export function deadlinePieces(deadline: Deadline, name: string, ahead = ''): readonly [string, string, string] {
  const { step, days = [], news = [], papers = [], isLate, isAsked } = deadline;
  const due = formatFrenchDate(deadline.due);
  const daysText = daysInWords(days.length > 1 ? days : [deadline.due]);
  switch (step) {
    case 'file':
      return ['', name, `, ${daysText}\u00a0: ${fileWords(deadline)}.`];
    case 'kept':
      return ['', name, `, ${daysText}\u00a0: notez les heures réellement suivies.`];
    case 'funding':
      if (isAsked) return [`Demande ${beforeName(name)}`, name, `, ${askedSentence(days)}`];
      return ['Dossier AGEFICE pour ', name, `\u00a0: ${fundingSentence(deadline)}`];
    case 'signature': {
      const { title, ending, law } = agreementWords(deadline.isContract);
      const isOfSeveral = days.length > 1;
      const [cause] = news;
      const changed = cause === 'moved' && isOfSeveral ? 'des jours ont changé' : cause && newsWords[cause];
      const isMissed = deadline.due < ahead;
      const forDays = isOfSeveral ? ' pour ces jours' : ' pour ce jour';
      const missed = isOfSeveral ? ', première journée passée' : ', journée passée';
      const lacks = changed
        ? `${changed} depuis la signature, à envoyer et à signer de nouveau`
        : `pas encore ${deadline.isUnsent ? 'envoyé' : 'signé'}${ending}${isMissed ? missed : forDays}`;
      return [`${title} pour `, name, `, ${daysText}\u00a0: ${lacks}${law}`];
    }
    case 'payable':
      return [
        'Contrat pour ',
        name,
        news.includes('early')
          ? `, signé\u00a0: un règlement est noté avant le ${due}, le premier jour que la loi permet (Code du travail, L6353-5 et L6353-6). Retirez cette note, ou rendez la somme.`
          : `, signé\u00a0: l’acompte de ${DEPOSIT_PERCENT}\u00a0% peut être demandé à partir du ${due}. Dès qu’il est reçu, notez-le dans le dossier.`,
      ];
    case 'reimbursement':
      return [
        'Remboursement AGEFICE, ',
        name,
        `\u00a0: ${isLate ? 'en retard, à demander' : 'à demander'} au plus tard le ${due}, quatre mois après la journée (délai publié en 2018\u00a0: à confirmer avec l’AGEFICE).${isLate ? ' S’il est demandé, notez-le dans le dossier\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore.' : ''}${papers.length > 0 ? ` Pièces à remettre au stagiaire\u00a0: ${listed(papers)}.` : ''}`,
      ];
    case 'report':
      return [
        'Bilan pédagogique et financier',
        '',
        `\u00a0: celui de ${Number(deadline.due.slice(0, 4)) - 1} est ${isLate ? 'en retard, à déposer' : 'à déposer'} au plus tard le ${due} (Code du travail, L6352-11 et R6352-22\u202f; certaines campagnes vont jusqu’au 31\u00a0mai\u00a0: à confirmer avec votre comptable).`,
      ];
  }
}
