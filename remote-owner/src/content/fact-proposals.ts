import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { promised, VAT_LINES, VAT_REGIMES } from '@site/contract/owner-facts';
import type { FactValue } from '@site/contract/page-data';
import { readPhone } from '@site/contract/phone';
import { FUNDED_TERMS, paymentWithin } from './paper-names';

/** What proposals are filled in from. */
export interface Known {
  /** The text under a key of `site.json`, typed or published; empty for an example, and while it is not known. */
  readonly read: (key: string) => string;
  readonly product: string;
  /** Names of the promises that no page makes, as in `site.json`. */
  readonly hiddenPromises?: readonly string[] | undefined;
  /** That the owner signs in with; null while it is not known. */
  readonly address: string | null;
  /** Days from the last booking to its day; null while they are not known. */
  readonly noticeDays: number | null;
  /** yyyy-MM-dd in Paris */
  readonly today: string;
}

const gap = (what: string) => `[à compléter\u00a0: ${what}]`;

/**
 * Proposals for texts of the site. They repeat the pages, the papers, the owner's other texts or the law, and give
 * hours of the announced length. A fact that only the owner knows is a gap, which nobody can publish.
 */
const PROPOSALS: Readonly<Record<string, FactValue | ((known: Known) => string | null)>> = {
  email: ({ address }) => address,
  replyTime: `sous ${gap('nombre')} jours ouvrés`,
  'payment.when': ({ read }) => paymentTime(read('papers.paymentDays')),
  'payment.how': `Le règlement se fait par ${gap('virement, carte…')}.`,
  'payment.advance': FUNDED_TERMS.advance,
  'payment.refusal': FUNDED_TERMS.refusal,
  'guarantee.deadline': `Vous avez pour cela les ${gap('nombre')} jours qui suivent la journée.`,
  day: [
    '09:00\t10:00\tSituation, outils et contacts du stagiaire',
    '10:00\t12:30\tPremière automatisation\u00a0: les relances',
    '12:30\t13:30\tPause',
    '13:30\t15:30\tDeuxième automatisation\u00a0: l’alerte à chaque nouveau contact',
    '15:30\t18:00\tTroisième automatisation\u00a0: la base de contacts, puis les essais',
  ],
  datesMeaning: 'Proposez un ou plusieurs jours\u00a0: nous confirmons celui qui est libre.',
  afterSupport: ({ read }) =>
    `Après la journée, vous pouvez poser vos questions ${byMail(read('email'))}, pendant ${gap('durée')}.`,
  // A company's signer may be « Ada Martin, gérante ».
  'trainer.name': ({ read }) => read('publisher.publicationDirector').replace(/,.*/, ''),
  'trainer.path':
    '[À compléter\u00a0: nombre] ans comme [à compléter\u00a0: métier], puis formateur depuis [à compléter\u00a0: année]. [À compléter\u00a0: diplômes, références].',
  testimonialsCollection: `Les témoignages viennent de personnes qui ont suivi la journée, qui les ont écrits ${gap('dans un e-mail, un questionnaire…')} et ont accepté leur publication. Avant de les publier, nous vérifions ${gap('ce que vous vérifiez')}.`,
  'training.accessTime': ({ noticeDays }) =>
    `Inscription jusqu’${lastBooking(noticeDays)}, selon les jours libres${isTooShort(noticeDays) ? `\u202f; avec un financement AGEFICE, jusqu’à ${FUNDING_LEAD_DAYS}\u00a0jours avant` : ''}.`,
  'training.methods': (known) =>
    `Journée à distance${promised(known, 'alone', ', en tête-à-tête avec le formateur')}\u00a0: chaque automatisation est construite ${promised(known, 'live', 'en direct, ')}avec le stagiaire.`,
  'training.assessment':
    'Avant la journée, le stagiaire dit par écrit ce qu’il sait déjà de l’automatisation et de ses outils. Pendant la journée, chaque automatisation est testée jusqu’à ce qu’elle fonctionne. À la fin, un résultat est noté pour chaque objectif.',
  'training.disability':
    'Situation de handicap\u00a0: parlons-en avant la session pour adapter le rythme, les outils ou les supports.',
  'training.updatedOn': ({ today }) => today,
  'papers.title': ({ product }) => product,
  'papers.earlyLeave': `En cas de force majeure dûment reconnue, seules les heures suivies sont dues, en proportion du prix. Dans les autres cas d’abandon ou d’absence, ${gap('ce qui est dû')}. La journée peut être reportée jusqu’à ${gap('nombre')} jours avant.`,
  'papers.assistance': ({ read }) =>
    `Pendant la journée, ${read('trainer.name') || gap('nom')} aide dans la visioconférence et, si elle se coupe, au ${readPhone(read('phone')).shown.replace(/\s/g, ' ') || gap('téléphone')}.`,
  'papers.rules':
    'Santé et sécurité\u00a0: la journée se suit à distance\u202f; le stagiaire choisit un lieu où il peut travailler sans danger. Discipline\u00a0: il respecte les horaires et les personnes, et n’enregistre ni ne diffuse la journée sans accord. Sanctions, selon la gravité\u00a0: rappel, avertissement, exclusion. Aucune sanction n’est prononcée sans que le stagiaire ait été informé de ce qui lui est reproché et entendu (articles R6352-3 à R6352-8 du Code du travail).',
  'publisher.publicationDirector': ({ read }) => read('trainer.name'),
  'publisher.registration': ({ read }) =>
    `${gap('RNE, ou RCS et sa ville pour un commerçant ou une société')} ${read('publisher.siren') || gap('numéro')}`,
  'publisher.vat': ({ read }) => {
    const regime = VAT_REGIMES.find((one) => one === read('papers.vat'));
    return regime && regime !== 'standard' ? VAT_LINES[regime] : null;
  },
  'dataHost.transfers': `Les demandes sont conservées en ${gap('pays')}.`,
};

const byMail = (email: string) => (email ? `par e-mail à ${email}` : gap('comment'));

/** @param days digits; empty where the owner has said none */
const paymentTime = (days: string): string =>
  days === ''
    ? `Le prix se règle ${gap('sous 30\u00a0jours, après la journée…')}, sur facture.`
    : paymentWithin(Number(days));

function lastBooking(days: number | null): string {
  if (days === null) return `à ${gap('nombre')} jours avant la journée`;
  if (days < 2) return days === 0 ? 'au jour même' : 'à la veille de la journée';
  return `à ${days}\u00a0jours avant la journée`;
}

const isTooShort = (days: number | null) => days !== null && days < FUNDING_LEAD_DAYS;

/** @returns a text that the owner may take for an empty fact and change; undefined without one */
export function proposalFor(key: string, known: Known): FactValue | undefined {
  const proposal = PROPOSALS[key];
  return (typeof proposal === 'function' ? proposal(known) : proposal) || undefined;
}
