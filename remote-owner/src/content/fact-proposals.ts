import type { Site } from '@site/contract/host';
import { VAT_LINES } from '@site/contract/owner-facts';
import type { FactValue } from '@site/contract/page-data';

/**
 * Only what the pages say already, or the law, and hours that make the announced length; what only the owner knows is a gap, which
 * nobody can publish.
 */
const TEXTS: Readonly<Record<string, FactValue>> = {
  replyTime: 'sous [à compléter\u00a0: nombre] jours ouvrés',
  'payment.when': 'Le prix se règle [à compléter\u00a0: avant la journée, après…], sur facture.',
  'payment.how': 'Le règlement se fait par [à compléter\u00a0: virement, carte…].',
  'payment.advance':
    'Le client [à compléter\u00a0: avance, ou n’avance pas] le prix\u202f; le fonds rembourse les dossiers qu’il accepte.',
  'payment.refusal': 'Si le fonds refuse le dossier, [à compléter\u00a0: ce que vous proposez].',
  'guarantee.deadline':
    'Le remboursement se demande [à compléter\u00a0: comment], dans les [à compléter\u00a0: nombre] jours qui suivent la journée.',
  day: [
    '09:00\t10:00\tSituation, outils et contacts du stagiaire',
    '10:00\t12:30\tPremière automatisation\u00a0: les relances',
    '12:30\t13:30\tPause',
    '13:30\t15:30\tDeuxième automatisation\u00a0: l’alerte à chaque nouveau contact',
    '15:30\t18:00\tTroisième automatisation\u00a0: la base de contacts, puis les essais',
  ],
  datesMeaning: 'Proposez un ou plusieurs jours\u00a0: nous confirmons celui qui est libre.',
  afterSupport:
    'Après la journée, vous pouvez poser vos questions [à compléter\u00a0: comment], pendant [à compléter\u00a0: durée].',
  'trainer.path':
    '[À compléter\u00a0: nombre] ans comme [à compléter\u00a0: métier], puis formateur depuis [à compléter\u00a0: année]. [À compléter\u00a0: diplômes, références].',
  testimonialsCollection:
    'Les témoignages viennent de personnes qui ont suivi la journée, qui les ont écrits [à compléter\u00a0: dans un e-mail, un questionnaire…] et ont accepté leur publication. Avant de les publier, nous vérifions [à compléter\u00a0: ce que vous vérifiez].',
  'training.accessTime':
    'Inscription jusqu’à [à compléter\u00a0: nombre] jours avant la journée, selon les jours libres.',
  'training.methods':
    'Journée à distance, en tête-à-tête avec le formateur\u00a0: chaque automatisation est construite en direct, avec le stagiaire.',
  'training.assessment':
    'Avant la journée, [à compléter\u00a0: comment vous évaluez le niveau]. Pendant la journée, chaque automatisation est testée jusqu’à ce qu’elle fonctionne. À la fin, un résultat est noté pour chaque objectif.',
  'training.disability':
    'Situation de handicap\u00a0: parlons-en avant la session pour adapter le rythme, les outils ou les supports.',
  'papers.earlyLeave':
    'En cas de force majeure dûment reconnue, seules les heures suivies sont dues, en proportion du prix. Dans les autres cas d’abandon ou d’absence, [à compléter\u00a0: ce qui est dû]. La journée peut être reportée jusqu’à [à compléter\u00a0: nombre] jours avant.',
  'papers.assistance':
    'Pendant la journée, [à compléter\u00a0: nom] aide dans la visioconférence et, si elle se coupe, au [à compléter\u00a0: téléphone].',
  'papers.rules':
    'Santé et sécurité\u00a0: la journée se suit à distance\u202f; le stagiaire choisit un lieu où il peut travailler sans danger. Discipline\u00a0: il respecte les horaires et les personnes, et n’enregistre ni ne diffuse la journée sans accord. Sanctions, selon la gravité\u00a0: rappel, avertissement, exclusion. Aucune sanction n’est prononcée sans que le stagiaire ait été informé de ce qui lui est reproché et entendu (articles R6352-3 à R6352-8 du Code du travail).',
  'publisher.registration':
    '[à compléter\u00a0: RNE, ou RCS d’un commerçant ou d’une société] [à compléter\u00a0: ville et numéro]',
  'dataHost.transfers': 'Les demandes sont conservées en [à compléter\u00a0: pays].',
};

/** @returns a text that the owner may take for an empty fact and change; undefined without one */
export function proposalFor(key: string, { product, papers }: Site): FactValue | undefined {
  const regime = papers?.vat;
  if (key === 'papers.title') return product;
  if (key === 'publisher.vat') return regime === 'standard' ? undefined : regime && VAT_LINES[regime];
  return TEXTS[key];
}
