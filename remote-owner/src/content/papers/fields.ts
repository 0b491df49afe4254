import { hoursOf } from '@site/contract/day-hours';
import type { DayFile } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { centsInEuros, OBJECTIVES, pricesOf, requestCents, TRAINING_HOURS } from '@site/contract/offer';
import type { OwnedRequest } from '@site/supabase/requests';
import { formatDay, formatDays, formatDuration, formatHour, isolated } from '../dates';

/** Completed by hand. */
export const BLANK = '________';

export interface PaperData {
  readonly request: OwnedRequest;
  readonly file: DayFile;
  readonly site: Site;
  /** yyyy-MM-dd in Paris */
  readonly today: string;
}

interface Field {
  /** In French, as a part of a list: « l’adresse du stagiaire ». */
  readonly label: string;
  /** Where it is filled in: the file of the day, the request, or the texts of the site by their key. */
  readonly place: 'file' | 'request' | `site:${string}`;
  /** Empty while it is not known. */
  readonly read: (data: PaperData) => string;
}

const ofSite = (key: string, label: string, read: (site: Site) => string | undefined): Field => ({
  label,
  place: `site:${key}`,
  read: ({ site }) => read(site) ?? '',
});
const ofFile = (label: string, read: (file: DayFile) => string | null): Field => ({
  label,
  place: 'file',
  read: ({ file }) => read(file) ?? '',
});

const PAYER_WORDS = {
  self: 'le stagiaire, seul et à ses frais',
  agefice: 'AGEFICE',
  fifpl: 'FIF PL',
  opco: 'l’OPCO de l’employeur',
  company: 'l’entreprise',
  other: 'un autre financeur',
} as const;

const siren = (digits: string | null) => digits?.replace(/\d{3}(?=\d)/g, '$& ') ?? '';

/** The client is then the employer, otherwise the trainee. */
export const isEmployer = ({ payer }: Pick<DayFile, 'payer'>) => payer === 'opco' || payer === 'company';

/** Everything that some paper must say and that can be missing. */
export const FIELDS = {
  bodyName: ofSite('publisher.name', 'le nom de l’organisme', ({ publisher }) => publisher.name),
  bodyAddress: ofSite('publisher.address', 'l’adresse de l’organisme', ({ publisher }) => publisher.address),
  bodySiren: ofSite('publisher.siren', 'le SIREN de l’organisme', ({ publisher }) => publisher.siren),
  signatory: ofSite(
    'publisher.publicationDirector',
    'le nom de la personne qui signe (directeur de la publication)',
    ({ publisher }) => publisher.publicationDirector,
  ),
  nda: ofSite('nda', 'le numéro de déclaration d’activité', ({ nda }) => nda),
  region: ofSite('papers.region', 'la région du préfet', ({ papers }) => papers?.region),
  contact: ofSite('phone', 'le téléphone', ({ phone, email }) => (phone ? `${phone}, ${email}` : '')),
  title: ofSite('papers.title', 'l’intitulé de la formation', ({ papers }) => papers?.title),
  timetable: ofSite('day', 'le déroulé de la journée', ({ day }) =>
    day?.map((part) => `${formatHour(part.from)} – ${formatHour(part.to)} : ${part.text}`).join('\n'),
  ),
  hours: ofSite('day', 'les heures de la journée', ({ day }) => {
    const hours = hoursOf(day);
    return hours && `de ${formatHour(hours.from)} à ${formatHour(hours.to)}, heure de Paris`;
  }),
  videoTool: ofSite('videoTool', 'l’outil de visioconférence', (site) => site.videoTool),
  methods: ofSite('training.methods', 'les méthodes mobilisées', ({ training }) => training.methods),
  assessment: ofSite('training.assessment', 'les modalités d’évaluation', ({ training }) => training.assessment),
  accessTime: ofSite('training.accessTime', 'les délais d’accès', ({ training }) => training.accessTime),
  disability: ofSite(
    'training.disability',
    'l’accessibilité aux personnes handicapées',
    ({ training }) => training.disability,
  ),
  updatedOn: ofSite('training.updatedOn', 'la date de la fiche', ({ training: { updatedOn } }) =>
    updatedOn ? formatDay(updatedOn) : '',
  ),
  assistance: ofSite('papers.assistance', 'l’assistance technique', ({ papers }) => papers?.assistance),
  rules: ofSite('papers.rules', 'le règlement intérieur', ({ papers }) => papers?.rules),
  earlyLeave: ofSite(
    'papers.earlyLeave',
    'ce qui est dû en cas d’arrêt avant la fin',
    ({ papers }) => papers?.earlyLeave,
  ),
  trainerName: ofSite('trainer.name', 'le nom du formateur', ({ trainer }) => trainer?.name),
  trainerPath: ofSite('trainer.path', 'les titres ou références du formateur', ({ trainer }) => trainer?.path),
  payment: ofSite('payment.when', 'les modalités de règlement', ({ payment }) =>
    [payment?.when, payment?.how].filter(Boolean).join(' '),
  ),
  vat: ofSite('papers.vat', 'le régime de TVA', ({ papers }) => papers?.vat && VAT_LINES[papers.vat]),
  days: {
    label: 'un jour confirmé',
    place: 'request',
    read: ({ request }) => formatDays(request.confirmedDates),
  },
  traineeName: { label: 'le nom du stagiaire', place: 'request', read: ({ request }) => isolated(request.name) },
  price: {
    label: 'le régime de TVA, pour le prix',
    place: 'site:papers.vat',
    read: (data) => (data.site.papers?.vat ? priceLine(data) : ''),
  },
  traineeAddress: ofFile('l’adresse du stagiaire', ({ address }) => address && isolated(address)),
  traineeSiren: ofFile('le SIREN du stagiaire', (file) => siren(file.siren)),
  payer: ofFile('qui paie', ({ payer }) => payer && PAYER_WORDS[payer]),
  payerName: ofFile('le nom de l’entreprise ou du financeur', ({ payerName }) => payerName && isolated(payerName)),
  payerAddress: ofFile('l’adresse de l’entreprise', ({ payerAddress }) => payerAddress && isolated(payerAddress)),
  payerSiren: ofFile('le SIREN de l’entreprise', ({ payerSiren }) => siren(payerSiren)),
  clientName: {
    label: 'le nom du client',
    place: 'file',
    read: ({ file, request }) => isolated((isEmployer(file) ? file.payerName : request.name) ?? ''),
  },
  clientAddress: ofFile('l’adresse du client', (file) =>
    isolated((isEmployer(file) ? file.payerAddress : file.address) ?? ''),
  ),
  priorLevel: ofFile('le niveau du stagiaire à l’entrée', ({ priorLevel }) => priorLevel && isolated(priorLevel)),
  kept: {
    label: 'les heures tenues de chaque demi-journée',
    place: 'file',
    read: (data) => (isKept(data) ? keptDuration(data) : isAhead(data) ? BLANK : ''),
  },
  /** Who was absent all the time has followed nothing that could be attested. */
  followed: {
    label: 'les heures suivies de chaque demi-journée',
    place: 'file',
    read: (data) => (isKept(data) && keptMinutes(data) > 0 ? keptDuration(data) : ''),
  },
  results: {
    label: 'le résultat de chaque objectif',
    place: 'file',
    read: ({ file }) => {
      const results = file.results ?? [];
      const isWhole = OBJECTIVES.every((objective) => results.some((result) => result.objective === objective));
      return isWhole || results.length >= OBJECTIVES.length ? JSON.stringify(results) : '';
    },
  },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;

/** CGI, articles 261-4-4° a and 293 B. */
export const VAT_LINES = {
  exempt: 'Exonérée de TVA, article 261-4-4° a du CGI.',
  franchise: 'TVA non applicable, article 293 B du CGI.',
  standard: 'TVA à 20 %.',
} as const;

/** Euro cents, with all taxes, for all days. */
const totalCents = ({ request, file, site }: PaperData): number =>
  requestCents({ ...file, isAgefice: request.isAgefice }, request.confirmedDates.length, pricesOf(site));

const STANDARD_RATE = 20;

/** Euro cents without tax, of the tax, and with it. With no regime yet, there is no tax. */
export function amountsOf(data: PaperData) {
  const total = totalCents(data);
  const rate = data.site.papers?.vat === 'standard' ? STANDARD_RATE : 0;
  const net = Math.round((total * 100) / (100 + rate));
  return { net, tax: total - net, total, rate };
}

function priceLine(data: PaperData): string {
  const { net, tax, total, rate } = amountsOf(data);
  if (rate > 0)
    return `${centsInEuros(net)} HT, plus ${centsInEuros(tax)} de TVA à ${rate} %, soit ${centsInEuros(total)} TTC.`;
  const regime = data.site.papers?.vat;
  return `${centsInEuros(total)} net de taxe. ${regime ? VAT_LINES[regime] : ''}`.trim();
}

export const HALF_WORDS = { morning: 'Matin', afternoon: 'Après-midi' } as const;

/** The half-days of the confirmed days, in order. `hours` is null while nobody has noted it. */
export function keptHalves({ request, file }: PaperData) {
  return request.confirmedDates.flatMap((date) =>
    (['morning', 'afternoon'] as const).map((half) => {
      const noted = file.kept?.find((one) => one.date === date && one.half === half);
      const { from = null, to = null } = noted ?? {};
      const hours = from && to ? `${formatHour(from)} – ${formatHour(to)}` : noted ? 'Absent' : null;
      return { date, half, hours, minutes: from && to ? minutesOf(to) - minutesOf(from) : 0 };
    }),
  );
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const isKept = (data: PaperData) => keptHalves(data).every(({ hours }) => hours !== null);
/** What is not noted is of today or later: the hours are written by hand. */
const isAhead = (data: PaperData) => keptHalves(data).every(({ hours, date }) => hours !== null || date >= data.today);
const keptMinutes = (data: PaperData) => keptHalves(data).reduce((sum, { minutes }) => sum + minutes, 0);

const keptDuration = (data: PaperData) => formatDuration(keptMinutes(data));

/** In days and in hours. */
export function plannedDuration({ request }: PaperData): string {
  const { length } = request.confirmedDates;
  return `${length} ${length > 1 ? 'journées' : 'journée'}, ${length * TRAINING_HOURS} heures`;
}
