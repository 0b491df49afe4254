import { formatDays, lowerFirst, theDays } from './dates';
import { EXPRESS_REQUEST } from './paper-names';

export const sendPapers = {
  link: 'Envoyer par e-mail',
  hint: 'Le site ne joint rien\u00a0: enregistrez le PDF, joignez-le à l’e-mail qui s’ouvre, puis notez l’envoi.',
  invoiceHint: 'Joignez la facture de votre logiciel à l’e-mail qui s’ouvre, puis notez l’envoi.',
  withInvoice: 'Joignez aussi la facture de votre logiciel\u00a0: ses données sont dans le dossier.',
  mark: (count: number) =>
    count === 1 ? 'Noter l’envoi de ce document' : `Noter l’envoi de ces ${count}\u00a0documents`,
  /** Beside the titles of the documents that are printed. */
  invoiceChoice: 'Facture de votre logiciel, à joindre vous-même',
  markInvoice: 'Noter\u00a0: facture envoyée',
  invoice: 'Facture',
} as const;

interface SentPapers {
  readonly person: string;
  /** yyyy-MM-dd, at least one */
  readonly days: readonly string[];
  readonly papers: readonly string[];
  /** Papers that come back signed. */
  readonly toSign: readonly string[];
  /** Days that need a tick beside the signature, yyyy-MM-dd; may be empty. */
  readonly toTick: readonly string[];
  /** Papers that are signed while the days go on. */
  readonly ofHalfDays: readonly string[];
  readonly trainer: string;
}

export function papersMessage({ person, days, papers, toSign, toTick, ofHalfDays, trainer }: SentPapers) {
  const training = `formation ${days.length > 1 ? 'des' : 'du'} ${formatDays(days)}`;
  const [paper = '', ...others] = papers;
  const isOne = others.length === 0;
  const list = isOne
    ? `\u00a0: ${lowerFirst(paper)}.`
    : `\u00a0:\n${papers.map((name) => `–\u00a0${lowerFirst(name)}`).join('\n')}`;
  return {
    subject: `${isOne ? paper : 'Vos documents'} – ${training}`,
    text: [
      `Bonjour ${person},`,
      `Vous trouverez ${isOne ? 'en pièce jointe' : 'en pièces jointes'}, pour votre ${training}${list}`,
      ...(toSign.length > 0
        ? [`À me retourner avec votre signature\u00a0: ${toSign.map(lowerFirst).join(', ')}.`]
        : []),
      ...(toTick.length > 0
        ? [
            `La formation a lieu ${theDays(toTick)}, dans les quatorze jours où vous pouvez vous rétracter\u00a0: cochez aussi la case «\u202f${EXPRESS_REQUEST}\u202f», sans laquelle elle ne peut pas avoir lieu ${toTick.length > 1 ? 'à ces dates' : 'à cette date'}.`,
          ]
        : []),
      ...(ofHalfDays.length > 0
        ? [`À signer à chaque demi-journée\u00a0: ${ofHalfDays.map(lowerFirst).join(', ')}.`]
        : []),
      `Bien cordialement,\n${trainer}`,
    ].join('\n\n'),
  };
}
