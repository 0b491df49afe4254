const ADDRESS = 'Écrivez une adresse qui commence par https://.';

const DAYS = 'Écrivez un nombre de jours\u00a0: 30.';

const PRICE = 'Écrivez un prix en euros entiers, plus grand que zéro\u00a0: 199.';

const PHONE = 'Écrivez un seul numéro, avec tous ses chiffres\u202f; un numéro étranger commence par +.';

const byKey: Readonly<Record<string, string>> = {
  email: 'Écrivez une adresse e-mail complète.',
  phone: PHONE,
  'hosting.phone': PHONE,
  'publisher.siren': 'Ce n’est pas un SIREN\u00a0: vérifiez ses neuf chiffres.',
  'publisher.registration': 'Vérifiez cette immatriculation\u00a0: son numéro est le SIREN, écrit une fois.',
  'publisher.vat':
    'Vérifiez ce numéro\u00a0: FR, une clé de deux chiffres, puis votre SIREN. Une exonération s’écrit en toutes lettres.',
  nda: 'Écrivez les onze chiffres du numéro, ou «\u202fen cours\u202f».',
  'prices.standard': PRICE,
  'prices.funded': PRICE,
  'papers.quoteDays': DAYS,
  'papers.paymentDays': DAYS,
  'trainer.photo': 'Cette photo n’est plus là\u00a0: choisissez-la à nouveau.',
  preRegistrationUrl: ADDRESS,
  videoLink: ADDRESS,
  'mediator.url': ADDRESS,
  'qualiopi.certificate': ADDRESS,
  'training.updatedOn': 'Choisissez un jour du calendrier.',
  'training.bonuses': 'Écrivez exactement cinq bonus, ou aucun.',
};

/** Refusals of any fact or cell. */
const byRule: Readonly<Record<string, string>> = {
  long: 'Ce texte est trop long\u00a0: 2\u202f000 signes au plus.',
  many: 'Vingt lignes au plus.',
  gap: 'Remplacez d’abord ce qui est entre crochets.',
  order: 'La fin vient après le début.',
  vat: 'Cette information contredit une autre sur la TVA, marquée elle aussi. Un numéro seul veut dire une TVA à 20\u00a0%, une mention d’exonération qu’il n’y en a pas\u00a0: mettez-les d’accord.',
  day: 'Choisissez un jour du calendrier.',
};

/** @param rule name of the check that refused the value */
export function refusalOf(key: string, rule: string): string {
  const sentence = byRule[rule];
  if (sentence) return sentence;
  if (rule === 'example') return 'C’est un exemple, qui ne joint personne\u00a0: un site public doit avoir le vôtre.';
  if (rule === 'missing') return 'Un site public doit donner cette information.';
  if (key.includes('[')) return rule === 'matches' ? 'Écrivez une heure, comme 09:30.' : 'À compléter.';
  return (
    byKey[key] ?? 'Cette information ne peut pas rester vide\u00a0: complétez-la, ou videz celles qui l’accompagnent.'
  );
}

const quoted = (label: string) => `«\u202f${label}\u202f»`;

export const missingBeside = (labels: readonly string[]) =>
  `À compléter\u00a0: sans cela, ${labels.map(quoted).join(' et ')} ne se ${labels.length > 1 ? 'publient' : 'publie'} pas.`;

export const missingCompanion = (label: string) => `Ne se publie pas sans ${quoted(label)}.`;
