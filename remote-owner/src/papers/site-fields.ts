import { plannedTimes } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { TRAINING_NAMES } from '@site/contract/offer';
import { type DayPart, VAT_LINES } from '@site/contract/owner-facts';
import { publicationGaps } from '@site/contract/publication-gaps';
import { formatDay, formatHour } from '../content/dates';
import { PAID_AFTER, paymentWithin } from '../content/paper-names';

/** The timetable with its pauses. A gap between two parts becomes a pause. */
export const withPauses = (day: readonly DayPart[]): readonly DayPart[] =>
  day.flatMap((part, at) => {
    const { from } = day[at + 1] ?? { from: part.to };
    return from > part.to ? [part, { from: part.to, to: from, text: 'Pause' }] : [part];
  });

const DEPOSIT = `(?:${[
  "acompte|arrhes|pr[ée]pa[iy]ement|préalable|la veille|(?:d['’]|par |en |à l['’])avance",
  "(?:à|dès|lors de|au moment de) (?:la |l['’]|votre )(?:signature|commande|réservation|inscription)",
  `avant (?:(?:que|le|début|démarrage|premier|jour|de|du|la|votre|chaque|toute) |l['’])*(?:${TRAINING_NAMES})`,
  '(?:heures?|h|jours?|semaines?|mois)\\s(?:au (?:moins|plus tard) )?avant(?! la fin)|jours? (?:qui précèdent|précédant)',
].join('|')})`;
const NO_DEPOSIT = new RegExp(`(?:aucune?|sans|pas|rien|jamais)\\b[^.;,]*${DEPOSIT}`, 'gi');

/** « (hors …) » or « , sauf … »; at the beginning it ends with a comma. */
const EXCEPTION = /^(?:sauf|hors|hormis)\s([^.;,]*),|[\s,(]+(?:sauf|hors|hormis)\s([^.;)]*)\)?/i;
const PAYS_ALONE =
  /(?:pa[iy]|r[èé]gl|financ)\p{L}* (?:seul|\p{L}+-même|à (?:ses|leurs|vos) )|particulier|consommateur|contrats? de formation/iu;
const SAYS_TERMS = /avant|après|sous|dans|jour|fin |issue|réception|acompte|:/i;

/**
 * The part of the owner's sentence about payment that holds for who pays alone, or for all others. An exception
 * without terms leaves those of the law.
 */
export function termsFor(when: string, isAlone: boolean): string {
  const [whole = '', first, last] = EXCEPTION.exec(when) ?? [];
  const exception = first ?? last ?? '';
  if (!PAYS_ALONE.test(exception)) return when;
  if (!isAlone) return when.replace(whole, '');
  return SAYS_TERMS.test(exception) ? exception : PAID_AFTER;
}

/** Whether a sentence about payment asks who pays alone for money before the training, or denies that. */
export function depositNamedIn(when: string): 'asked' | 'denied' | undefined {
  const alone = termsFor(when, true);
  const others = alone.replace(NO_DEPOSIT, '');
  if (new RegExp(DEPOSIT, 'i').test(others)) return 'asked';
  return others === alone ? undefined : 'denied';
}

/** The owner's sentence about the balance: « Le prix se règle sous 30 jours. », or « À réception. » alone. */
const balanceTerms = (when: string | undefined) =>
  when
    ?.replace(/^Le prix(?= )/, 'Le solde')
    .replace(/^(?:À|Sous|Dans|Après)(?= )/, (word) => `Le solde se règle ${word.toLowerCase()}`);

/**
 * When and how to pay. A number of days replaces the words of the pages, because the invoice computes its due day
 * from it. `what` is paid.
 */
export const paymentTerms = ({ payment, papers }: Site, what: 'Le prix' | 'Le solde' = 'Le prix'): string =>
  [
    papers?.paymentDays === undefined
      ? what === 'Le prix'
        ? payment?.when
        : balanceTerms(payment?.when)
      : paymentWithin(Number(papers.paymentDays), what),
    payment?.how,
  ]
    .filter(Boolean)
    .join(' ');

const siteField = <const Key extends string>(key: Key, label: string, read: (site: Site) => string | undefined) => ({
  label,
  place: `site:${key}` as const,
  read: ({ site }: { readonly site: Site }) => read(site) ?? '',
});

/**
 * The fields that papers take from the texts of the site, which the owner edits. The first steps count those that are
 * missing.
 */
export const SITE_FIELDS = {
  bodyName: siteField('publisher.name', 'le nom de l’organisme', ({ publisher }) => publisher.name),
  bodyAddress: siteField('publisher.address', 'l’adresse de l’organisme', ({ publisher }) => publisher.address),
  bodySiren: siteField('publisher.siren', 'le SIREN de l’organisme', ({ publisher }) => publisher.siren),
  signatory: siteField(
    'publisher.publicationDirector',
    'le nom de la personne qui signe (directeur de la publication)',
    ({ publisher }) => publisher.publicationDirector,
  ),
  nda: siteField('nda', 'le numéro de déclaration d’activité', ({ nda }) => nda),
  region: siteField('papers.region', 'la région du préfet', ({ papers }) => papers?.region),
  email: siteField('email', 'l’e-mail', ({ email }) => email),
  contact: siteField('phone', 'le téléphone', ({ phone, email }) => (phone ? `${phone}, ${email}` : '')),
  title: siteField('papers.title', 'l’intitulé de la formation', ({ papers }) => papers?.title),
  timetable: siteField(
    'day',
    'le déroulé de la journée',
    ({ day }) =>
      day &&
      withPauses(day)
        .map(({ from, to, text }) => `${formatHour(from)} – ${formatHour(to)} : ${text}`)
        .join('\n'),
  ),
  hours: siteField('day', 'les horaires de la journée', ({ day }) => {
    const times = plannedTimes(day)
      .map(({ from, to }) => `de ${formatHour(from)} à ${formatHour(to)}`)
      .join(' et ');
    return times && `${times}, heure de Paris`;
  }),
  videoTool: siteField('videoTool', 'l’outil de visioconférence', (site) => site.videoTool),
  methods: siteField('training.methods', 'les méthodes mobilisées', ({ training }) => training.methods),
  assessment: siteField('training.assessment', 'les modalités d’évaluation', ({ training }) => training.assessment),
  accessTime: siteField('training.accessTime', 'les délais d’accès', ({ training }) => training.accessTime),
  disability: siteField(
    'training.disability',
    'l’accessibilité aux personnes handicapées',
    ({ training }) => training.disability,
  ),
  updatedOn: siteField('training.updatedOn', 'la date de la fiche', ({ training: { updatedOn } }) =>
    updatedOn ? formatDay(updatedOn) : '',
  ),
  assistance: siteField('papers.assistance', 'l’assistance technique', ({ papers }) => papers?.assistance),
  rules: siteField('papers.rules', 'le règlement intérieur', ({ papers }) => papers?.rules),
  earlyLeave: siteField(
    'papers.earlyLeave',
    'ce qui est dû en cas d’arrêt avant la fin',
    ({ papers }) => papers?.earlyLeave,
  ),
  trainerName: siteField('trainer.name', 'le nom du formateur', ({ trainer }) => trainer?.name),
  trainerPath: siteField('trainer.path', 'les titres ou références du formateur', ({ trainer }) => trainer?.path),
  payment: siteField('payment.when', 'les modalités de règlement', (site) => paymentTerms(site)),
  vat: siteField('papers.vat', 'le régime de TVA', ({ papers }) => papers?.vat && VAT_LINES[papers.vat]),
} as const;

/** The keys of `site.json` that papers need and do not have, with what each is in French. */
export function missingFacts(site: Site): ReadonlyMap<string, string> {
  const missing = Object.values(SITE_FIELDS).filter(({ read }) => read({ site }) === '');
  return new Map(missing.map(({ place, label }) => [place.replace('site:', ''), label]));
}

/**
 * Keys that only some papers or pages need: the guide for AGEFICE, the agreement of a private person, the
 * convocation.
 */
export const KEYS_OF_SOME = ['preRegistrationUrl', 'mediator.name', 'mediator.address', 'mediator.url', 'videoLink'];

/** The keys of what papers or a public site lack, or have only as an example. */
export const missingKeys = (site: Site): ReadonlySet<string> =>
  new Set([...missingFacts(site).keys(), ...publicationGaps(site).map(({ key }) => key)]);
