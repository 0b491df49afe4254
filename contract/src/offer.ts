import { listDays } from './french-dates.ts';
import { addDays } from './today.ts';

// The offer, as parts and mails show it: a change of a line here changes each of them.
// `offer.test.ts` fails where another file states one of these facts.

/** A complete funding file must be sent at least this many days before the training. */
export const FUNDING_LEAD_DAYS = 15;

/** Days in which a private person may withdraw from what is agreed at a distance (Code de la consommation, L221-18). */
export const CONSUMER_DAYS = 14;

/** L6353-5: who pays alone may withdraw by letter until this many days after the signature. */
export const WITHDRAWAL_DAYS = 10;

/**
 * What L6353-5 and L6353-6 of the Code du travail mean for a trainee. Short: the page leaves the recap of a request
 * after two seconds.
 */
const CONTRACT_TO_COME =
  'Si vous payez vous-même, vous recevez un contrat de formation à signer. Vous avez ensuite au moins dix jours pour vous rétracter, et rien ne se paie pendant ces dix jours.';

/**
 * Sentences about the contrat, of the recap of a request without AGEFICE and of its receipt, with one more for a day on
 * which a private person may still withdraw (L221-25 of the Code de la consommation).
 * @param days yyyy-MM-dd, as `today`
 */
export const contractToCome = (days: readonly string[], today: string): string =>
  `${CONTRACT_TO_COME}${soonDay(days, today)}`;

/**
 * The sentence about days on which one may still withdraw, with a space before it; empty for none.
 * @param status one of `TRAINEE_STATUSES`; missing where it is not known
 */
export function soonDay(days: readonly string[], today: string, status?: string | null): string {
  const isConsumer = !status || status === 'individual';
  const last = addDays(today, isConsumer ? CONSUMER_DAYS : WITHDRAWAL_DAYS);
  const soon = days.filter((day) => day >= today && day <= last);
  if (soon.length === 0) return '';
  const consumer = status ? '' : 'si vous êtes un particulier, ';
  // The time begins with a signature, today at the earliest: only its end is unknown, with the status.
  const isCertain = status || soon.every((day) => day <= addDays(today, WITHDRAWAL_DAYS));
  const [what, they, fall, may, pay, take] =
    soon.length > 1
      ? ['Les journées', 'elles', 'tombent', 'peuvent', 'paient', 'n’ont']
      : ['La journée', 'elle', 'tombe', 'peut', 'paie', 'n’a'];
  const when = isCertain ? ` ${may} avoir lieu dans ce délai` : `, si ${they} ${fall} dans ce délai, ${may} avoir lieu`;
  const onDemand = isConsumer ? `\u202f; ${consumer}${they} ${take} lieu que si vous le demandez en signant` : '';
  return ` ${what} ${listDays('du', soon)}${when}, et se ${pay} après${onDemand}.`;
}

export const FUNDING_LEAD = `${FUNDING_LEAD_DAYS}\u00a0jours après l’envoi du dossier complet`;

/** The last day on which a complete file can be sent to the fund for a training day; both are yyyy-MM-dd. */
export const lastFundingDay = (day: string): string => addDays(day, -FUNDING_LEAD_DAYS);
export const isTooSoonForFunding = (day: string, today: string): boolean => lastFundingDay(day) < today;

/** The site promises no more, because amounts and rules are the fund's own. */
export const FUNDING_COVERAGE =
  'Prise en charge possible jusqu’à 100\u00a0% du coût, selon les critères et plafonds de votre fonds et sous réserve de son accord';

/** Whole days, in three digits at most. */
export const isDayCount = (text: string): boolean => /^\d{1,3}$/.test(text);

/** Days for which a quote is valid, unless the owner gives another number. */
export const QUOTE_DAYS = 30;
/** Days from the last day of the training to the due date, if nothing else is agreed (Code de commerce, L441-10, I). */
export const PAYMENT_DAYS = 30;

/** The days of payment that one writes in letters. */
const DAYS_IN_WORDS: Readonly<Record<string, string>> = {
  cinq: '5',
  sept: '7',
  huit: '8',
  dix: '10',
  quinze: '15',
  vingt: '20',
  trente: '30',
  'quarante-cinq': '45',
  soixante: '60',
};

/** What the owner may call the training in a sentence about payment. */
export const TRAINING_NAMES = 'journée|formation|session|prestation|stage|séance|cours|atelier|action';

/** Words that count a time of payment from something else than the training. */
const OTHER_STARTS = 'factur(?:e|ation)|réception|émission|mois|semaine|trimestre';

/**
 * The days for payment that a sentence of the owner names, in digits; undefined for none, or several. « Sous 30
 * jours », « dans les trente (30) jours », not « 10 jours avant la journée » nor the time to withdraw.
 */
export function daysNamedIn(sentence: string): string | undefined {
  // Made here: pages that need none of it leave it out.
  const training = String.raw`(?:\s|d[eu] |des |l[ae] |les |[dl]['’]|votre |chaque |fin |date |tenue |exécution |réalisation |derni(?:er|ère) |jour )*(?:${TRAINING_NAMES}|dernier jour)`;
  // « à compter du devis », « suivant l’accord », not « qui suivent la formation »
  const elsewhere = String.raw`(?:à (?:compter|partir|dater)|suiv(?:ant|ent)|après|dès|depuis)(?!\p{L})(?!${training})`;
  const numbers = String.raw`\d{1,3}|${Object.keys(DAYS_IN_WORDS).join('|')}`;
  const named = new RegExp(
    String.raw`(?:sous|à|dans(?: les)?|d[’']ici|délai de)\s+(${numbers})\s*(?:\(\d{1,3}\)\s*)?jours?\b`,
    'giu',
  );
  const excludesBefore = new RegExp(
    `${OTHER_STARTS}|${elsewhere}(?!.*(?:reste|solde))|(?:fin|terme|expiration|issue) d(?:u |['’]un )$`,
    'isu',
  );
  const excludesAfter = new RegExp(
    String.raw`^,?\s+(?:avant|fin|qui précèdent|ouvr|d(?:e |u |es |['’])(?!${training}))|${OTHER_STARTS}|précédant|${elsewhere}`,
    'iu',
  );
  // « Sur facture » tells only how.
  const clauses = sentence.replace(/sur factur(?:e|ation)/gi, '').split(/[.;]/);
  const days = clauses.flatMap((clause) =>
    [...clause.matchAll(named)]
      .filter(({ 0: found, index }) => {
        const after = clause.slice(index + found.length);
        return !excludesBefore.test(clause.slice(0, index)) && !excludesAfter.test(after);
      })
      .map(([, number = '']) => DAYS_IN_WORDS[number.toLowerCase()] ?? number),
  );
  return new Set(days).size === 1 ? days[0] : undefined;
}

interface PaymentTerms {
  readonly payment?: { readonly when?: string | undefined } | undefined;
  readonly papers?: { readonly paymentDays?: string | undefined } | undefined;
}

/**
 * Days from the last day of the training until its invoice is due, as the owner has given or written them; undefined
 * where no number is known. Without an agreement, the law sets the days for professionals.
 */
export function paymentDaysOf({ payment, papers }: PaymentTerms, isProfessional: boolean): number | undefined {
  const days = papers?.paymentDays ?? daysNamedIn(payment?.when ?? '');
  if (days !== undefined) return Number(days);
  return isProfessional && !payment?.when ? PAYMENT_DAYS : undefined;
}

/** Per cent of the price that a contrat may ask for at the end of its ten days (Code du travail, L6353-6). */
export const DEPOSIT_PERCENT = 30;

/** Pages show this sentence beside the time of payment; empty without a deposit. */
export const depositLine = ({
  papers,
}: {
  readonly papers?: { readonly deposit?: boolean | undefined } | undefined;
}) =>
  papers?.deposit
    ? `Si vous payez seul, un acompte de ${DEPOSIT_PERCENT}\u00a0% est demandé, après les dix jours de rétractation du contrat.`
    : '';

/** The hours of a day without a timetable. `durationOf` has the length that is announced. */
export const TRAINING_HOURS = 8;
export const TRAINING_HOURS_AT_START = 'Huit heures';

export const AUDIENCE = 'Agents immobiliers indépendants et mandataires';

export const PREREQUISITES = [
  'Aucune connaissance en programmation n’est nécessaire',
  'Savoir se servir d’un navigateur et d’une messagerie',
  'Disposer d’un ordinateur, d’un téléphone et d’une connexion à internet',
] as const;

/** The last prerequisite as a list of things. */
export const MATERIAL = 'Un ordinateur, un téléphone et une connexion à internet';

/** What the trainee can do after the day. The attestation has a result for each. */
export const OBJECTIVES = [
  'Créer une séquence de relance automatique, par SMS et e-mail',
  'Connecter l’arrivée d’un contact à une alerte immédiate et à une base de contacts',
  'Tester les trois automatisations, jusqu’à ce qu’elles fonctionnent',
] as const;

const ARTICLE = /^(?:d(?:e|u|es)\s+)?(?:l[ae]s?\s+|[ld][’'])?/i;

/** The French preposition for the name of a region, by its first letters; « de » for the others. */
const BEFORE_REGION: readonly (readonly [RegExp, string])[] = [
  [/^(?:Grand|Centre)/i, 'du '],
  [/^(?:Hauts|Pays)/i, 'des '],
  [/^R[ée]union/i, 'de La '],
  [/^[AEIOUÎÉ]/i, 'd’'],
];

function ofRegion(typed: string): string {
  const name = typed.replace(ARTICLE, '');
  return (BEFORE_REGION.find(([start]) => start.test(name))?.[1] ?? 'de ') + name;
}

/** « En cours »: the first agreement goes out before the declaration, without a number (R6351-6). */
export const isUnderWay = (nda: string | undefined) => /^en cours$/i.test(nda ?? '');
export const isNda = (text: string) => isUnderWay(text) || /^(\d\s?){11}$/.test(text);

/**
 * The wording of article R6351-6 of the Code du travail, with the reservation of L6352-12.
 * @param region the name of the prefect's region
 */
export const registrationOf = (nda: string, region?: string) =>
  isUnderWay(nda)
    ? 'Déclaration d’activité en cours.'
    : `Déclaration d’activité enregistrée sous le numéro ${nda}${region ? ` auprès du préfet de région ${ofRegion(region)}` : ''}. Cet enregistrement ne vaut pas agrément de l’État.`;
