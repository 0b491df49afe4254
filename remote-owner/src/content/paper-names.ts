import type { PaperName, PaperStep } from '@site/contract/day-papers';
import { DEPOSIT_PERCENT } from '@site/contract/offer';
import { formatDay } from './dates';

const contrat = 'Contrat de formation professionnelle';

const titles: Readonly<Record<PaperName, string>> = {
  devis: 'Devis',
  convention: 'Convention de formation professionnelle',
  programme: 'Programme de la formation',
  convocation: 'Convocation',
  emargement: 'Feuille d’émargement et relevé de connexion',
  certificat: 'Certificat de réalisation',
  attestation: 'Attestation d’assiduité',
  facture: 'Données de la facture',
};

const steps = { sent: 'envoyé', signed: 'signé' } satisfies Record<PaperStep, string>;

const isContractName = (name: string, isContract: boolean | undefined) => name === 'convention' && isContract === true;

/**
 * The title of a document, the same everywhere.
 * @param isContract whether the trainee pays alone, so that the agreement is a contrat
 */
export const titleOf = (name: PaperName, isContract?: boolean): string =>
  isContractName(name, isContract) ? contrat : titles[name];

/** « envoyé », « signée », « complète » @param word of a masculine noun */
export const agreeing = (word: string, name: string, isContract?: boolean): string =>
  /^(?:conv|emar|att|fact)/.test(name) && !isContractName(name, isContract)
    ? word.replace(/é$/, 'ée').replace(/plet$/, 'plète')
    : word;

/** « Contrat signé », « Feuille d’émargement envoyée ». @param name of a paper, or of one that a later release has */
export function markedPaper(name: string, step: PaperStep, isContract?: boolean): string {
  const title = name in titles ? titleOf(name as PaperName, isContract) : 'Document';
  const short = name === 'facture' ? 'Facture' : title.replace(/ (?:de formation|de la formation|et relevé).*/, '');
  return `${short} ${agreeing(steps[step], name, isContract)}`;
}

/** Nobody signs what has not gone out. */
export const signedBeforeSent = (sentOn: string): string =>
  `Ce document est parti le ${formatDay(sentOn)}\u00a0: choisissez ce jour ou un jour suivant.`;

/** Stands beside a box in the agreement of a consumer (L221-25). */
export const EXPRESS_REQUEST = 'Je demande que la formation commence avant la fin du délai de rétractation';

export interface FundedTerms {
  readonly advance: string;
  readonly refusal: string;
}

/** What a convention says where the owner does not. */
export const FUNDED_TERMS: FundedTerms = {
  advance: 'Le client règle l’organisme et demande le remboursement à son financeur.',
  refusal: 'Si le financeur refuse ou réduit la prise en charge, le client reste redevable du prix.',
};

/** An OPCO often pays the body instead of its member. */
export const OPCO_TERMS: FundedTerms = {
  advance:
    'Le client règle l’organisme et se fait rembourser, sauf si l’OPCO accepte de payer directement l’organisme (subrogation de paiement).',
  refusal: 'Si l’OPCO refuse ou réduit la prise en charge, le client reste redevable de ce qui n’est pas payé.',
};

/** France Travail and regions often do too. */
export const OTHER_TERMS: FundedTerms = {
  advance: 'Le client règle l’organisme et se fait rembourser, sauf si le financeur paie directement l’organisme.',
  refusal: 'Si le financeur refuse ou réduit la prise en charge, le client reste redevable de ce qui n’est pas payé.',
};

/** Once it is refused, a private person pays alone, which needs a contrat before any payment. */
export const PRIVATE_TERMS: FundedTerms = {
  ...OTHER_TERMS,
  refusal:
    'Si, avant la formation, le financeur refuse ou réduit la prise en charge, la convention prend fin sans frais, et l’organisme propose au client un contrat de formation professionnelle (article L6353-3 du Code du travail). Une fois la formation commencée, le client ne doit rien de ce que le financeur refuse ou réduit ensuite, faute d’un tel contrat : s’il l’a déjà payé, l’organisme le lui rend.',
};

/** @param days from the last day of the training until the price, or what is left of it, is due */
export function paymentWithin(days: number, what: 'Le prix' | 'Le solde' = 'Le prix'): string {
  if (days === 0) return `${what} se règle le dernier jour de la formation, sur facture.`;
  if (days === 1) return `${what} se règle le lendemain de la formation au plus tard, sur facture.`;
  return `${what} se règle dans les ${days}\u00a0jours qui suivent la formation, sur facture.`;
}

/** The terms of who pays alone where the owner's own are for others: a contrat is invoiced after the training. */
export const PAID_AFTER = 'Le prix se règle après la formation, sur facture.';

/** A contrat has such a deposit, before its balance. */
export const DEPOSIT_TERMS = `Acompte de ${DEPOSIT_PERCENT}\u00a0% à la fin du délai de rétractation de dix jours.`;
