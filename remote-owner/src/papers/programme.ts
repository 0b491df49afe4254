import {
  agreedMinutes,
  halvesOf,
  hasShortPauses,
  minutesBetween,
  plannedFor,
  plannedMinutes,
  toleratedMinutes,
} from '@site/contract/day-hours';
import { isContract } from '@site/contract/day-papers';
import { AUDIENCE, PREREQUISITES } from '@site/contract/offer';
import { promised } from '@site/contract/owner-facts';
import { formatDay, formatDuration, formatHour, upperFirst } from '../content/dates';
import { titleOf } from '../content/paper-names';
import {
  contentsOf,
  dayWord,
  FIELDS,
  minutesInWords,
  nextDaysOf,
  objectivesOf,
  ofNextDays,
  plannedDuration,
} from './fields';
import { type Block, definePaper, heading, list, terms, text, type WritePaper } from './paper';
import type { PaperData } from './paper-data';
import { withPauses } from './site-fields';
import { paymentRow } from './withdrawal';

/** A label that fits a man and a woman. */
export const TRAINER = 'Formation animée par';

export const INTERNAL_RULES_LAW = 'Code du travail, L6352-3 et L6353-8 (règlement intérieur)';

/** The fields of every paper that must say what a day contains. */
export const PROGRAMME_FIELDS = {
  title: 'Code du travail, D6353-1, I, 1° et L6353-4, 1° ; Qualiopi, indicateur 1',
  timetable: 'Code du travail, D6353-1, I, 1°, L6353-4, 1° et D6313-3-1 (activités à distance et leur durée)',
  nextDays: 'Code du travail, D6353-1, I, 1°, L6353-4, 1° et D6313-3-1 (activités à distance et leur durée)',
  videoTool: 'Code du travail, L6353-4, 3° et D6313-3-1 (formation à distance)',
  methods: 'Code du travail, D6353-1, I, 1° et L6353-4, 3° ; Qualiopi, indicateur 1',
  assessment: 'Code du travail, D6353-1, I, 1°, L6353-4, 3° et D6313-3-1',
  assistance: 'Code du travail, D6313-3-1 (assistance technique et pédagogique à distance)',
  trainerName: 'Code du travail, L6353-8 (formateurs) ; AGEFICE, programme',
  trainerPath: 'Code du travail, L6353-4, 4° et L6353-8 (titres ou références)',
} as const;
type Programme = Readonly<Record<keyof typeof PROGRAMME_FIELDS, string>>;

const FIRST_DAY = 'Déroulé du jour 1';
const nextDaysTitle = ({ request }: PaperData) => `Contenu ${ofNextDays(request)}, aux mêmes horaires`;

/** @param nextDays empty where nobody asks for them */
const firstDayTitle = (nextDays: string, data: PaperData): string => {
  if (data.request.confirmedDates.length < 2) return `Déroulé de la ${dayWord(agreedMinutes(data.site))}`;
  return nextDays ? FIRST_DAY : 'Même déroulé chaque jour';
};

export const contentBlocks = (
  { timetable, nextDays }: Pick<Programme, 'timetable' | 'nextDays'>,
  data: PaperData,
): readonly (Block | null)[] => [
  text('À la fin de la formation, le stagiaire est capable de :'),
  list(objectivesOf(data)),
  text(`${firstDayTitle(nextDays, data)} (heure de Paris) :`),
  list((timetable.split('\n\n')[0] ?? '').split('\n')),
  ...(nextDays ? [text(`${nextDaysTitle(data)} :`), list(contentsOf(nextDays))] : []),
];

/** What a length contains, behind it: « 7 heures, pauses comprises, hors pause de midi ». */
export const withPausesOf = ({ site: { day = [] } }: PaperData, length: string): string =>
  [length, hasShortPauses(day) && 'pauses comprises', halvesOf(day) && 'hors pause de midi'].filter(Boolean).join(', ');

/**
 * Each of several days with its number and its date.
 * @param days as they are shown, to be completed while none is confirmed
 */
export function dayRow({ request: { confirmedDates } }: PaperData, days: string): readonly [string, string] {
  if (confirmedDates.length < 2) return ['Jour', days];
  return ['Jours', confirmedDates.map((day, at) => `Jour ${at + 1} – ${formatDay(day)}`).join('\n')];
}

/** @param hours as they are shown, of a day */
export const eachDay = ({ request: { confirmedDates } }: PaperData, hours: string) =>
  hours + (confirmedDates.length > 1 ? ', chaque jour' : '');

export const placeRow = ({ videoTool }: Pick<Programme, 'videoTool'>) =>
  ['Lieu', `À distance, par visioconférence (${videoTool})`] as const;

export const meansRows = ({ methods, assistance, trainerName, trainerPath }: Programme) =>
  [
    ['Méthodes et moyens', methods],
    ['Assistance', assistance],
    [TRAINER, `${trainerName}. ${trainerPath}`],
  ] as const;

export const followedRows = ({ assessment }: Pick<Programme, 'assessment'>) =>
  [
    ['Suivi', 'Émargement et relevé de connexion, signés par le stagiaire à chaque demi-journée'],
    ['Évaluation', assessment],
    [
      'Sanction',
      `${titleOf('certificat')} et ${titleOf('attestation').toLowerCase()}, avec le résultat de chaque objectif`,
    ],
  ] as const;

/**
 * The programme of the first day, with its activities and their lengths (D6313-3-1), then the text of the file about
 * the next days.
 */
function scheduleBlocks(
  { timetable, days, nextDays }: Pick<Programme, 'timetable' | 'nextDays'> & { readonly days: string },
  data: PaperData,
): readonly (Block | null)[] {
  const { day = [] } = data.site;
  const areSeveral = data.request.confirmedDates.length > 1;
  return [
    heading(areSeveral ? firstDayTitle(nextDays, data) : `Déroulé : ${days}`),
    day.length === 0
      ? text(timetable.split('\n\n')[0])
      : {
          kind: 'table',
          widths: [25, 60, 15],
          head: ['Horaires (Paris)', 'Activité', 'Durée'],
          rows: withPauses(day).map((part) => [
            `${formatHour(part.from)} – ${formatHour(part.to)}`,
            part.text,
            minutesInWords(minutesBetween(part)),
          ]),
          sums: [
            [
              withPausesOf(data, `Durée ${areSeveral ? 'de chaque jour' : 'de la formation'}`),
              formatDuration(plannedMinutes(day)),
            ],
          ],
        },
    ...(nextDays ? [heading(nextDaysTitle(data)), nextDaysBlock(nextDays, data)] : []),
  ];
}

/** Makes a table with the length of each day where the text has one line for each. Shows any other text as it is. */
function nextDaysBlock(nextDays: string, data: PaperData): Block {
  const lines = contentsOf(nextDays);
  const [, ...days] = data.request.confirmedDates;
  if (nextDaysOf(data).length === 0 || lines.length !== days.length) return list(lines);
  return {
    kind: 'table',
    widths: [25, 60, 15],
    head: ['Jour', 'Contenu', 'Durée'],
    rows: days.map((day, at) => [
      formatDay(day),
      upperFirst((lines[at] ?? '').replace(/^jour\s*\d+\s*[:–-]\s*/i, '')),
      formatDuration(plannedFor(data.file.kept, [day], agreedMinutes(data.site))),
    ]),
  };
}

/** What the trainee works on. For the next days, their own text says it. */
function workOf({ request: { confirmedDates }, site }: PaperData): string {
  const build = `construire et tester les trois automatisations${promised(site, 'live', ' en direct')}`;
  if (confirmedDates.length < 2) return `${upperFirst(build)}, aux heures du déroulé.`;
  const [next, its] = confirmedDates.length > 2 ? ['les jours suivants', 'leur'] : ['le jour suivant', 'son'];
  return `Le premier jour, ${build}\u202f; ${next}, mettre en pratique ${its} contenu, aux mêmes horaires.`;
}

/** How the training takes place. « individuelle » is a promise that the owner may hide. */
export const deliveryMode = ({ site }: PaperData): string =>
  `Formation${promised(site, 'alone', ' individuelle')} à distance, en direct`;

interface Accessible {
  readonly trainerName: string;
  readonly contact: string;
}

/** The trainer is also the contact of people with a disability. @param disability the text of the site */
export const accessRow = ({ trainerName, contact }: Accessible, disability: string) =>
  [
    'Accessibilité',
    [disability.replace(/[^.!?\]]$/, '$&.'), `Pour une adaptation : ${trainerName}, ${contact}.`].join(' ').trim(),
  ] as const;

/** Anybody may follow the day. The paper of a trainee outside the audience says so. */
const audienceFor = ({ file: { status } }: PaperData): string =>
  status === null || status === 'independent' ? AUDIENCE : `${AUDIENCE}, et toute personne ayant les prérequis`;

const PROGRAMME_SHEET_FIELDS = {
  bodyName: 'AGEFICE (programme sur papier à en-tête)',
  bodyAddress: 'AGEFICE (programme sur papier à en-tête)',
  ...PROGRAMME_FIELDS,
  accessTime: 'Qualiopi, indicateur 1 (délais d’accès)',
  disability: 'Qualiopi, indicateur 1 (accessibilité)',
  price: 'Qualiopi, indicateur 1 (tarifs) ; Code du travail, L6353-8',
  contact: 'Qualiopi, indicateur 1 (contacts)',
  updatedOn: 'Qualiopi, indicateur 1 (information à jour)',
  days: 'AGEFICE (dates exactes)',
  rules: INTERNAL_RULES_LAW,
} as const;
type Sheet = Readonly<Record<keyof typeof PROGRAMME_SHEET_FIELDS, string>>;

/** AGEFICE asks for the field of the training. The booking page calls it the same. */
const DOMAIN = 'Automatisation immobilière';

const programmeBlocks = (
  field: Sheet,
  data: PaperData,
  ...ofContrat: readonly (readonly [string, string] | null)[]
): readonly (Block | null)[] => [
  heading(field.title),
  terms(
    ['Stagiaire', FIELDS.traineeName.read(data)],
    [data.request.confirmedDates.length > 1 ? 'Jours' : 'Jour', field.days],
    ['Durée', plannedDuration(data)],
    data.file.payer === 'agefice' ? ['Domaine de formation', DOMAIN] : null,
    ['Modalités', `${deliveryMode(data)}, par visioconférence (${field.videoTool})`],
    ['Public', audienceFor(data)],
    ['Prérequis', `${PREREQUISITES.join('. ')}.`],
    ['Mis à jour', field.updatedOn],
  ),
  heading('Objectifs : à la fin de la formation, le stagiaire est capable de'),
  list(objectivesOf(data)),
  ...scheduleBlocks(field, data),
  heading('Moyens, suivi et accès'),
  terms(...meansRows(field), ['Travaux demandés', workOf(data)], ...followedRows(field)),
  terms(
    ['Délais d’accès', field.accessTime],
    accessRow(field, field.disability),
    ['Tarif', field.price],
    ...ofContrat,
    ['Règlement intérieur', field.rules],
  ),
];

/**
 * A sentence about the minutes that do not change the price, empty for none; the invoice follows the same rule.
 * @param earlyLeave the owner’s text about an early end
 */
export function toleranceSentence(earlyLeave: string | undefined): string {
  const minutes = toleratedMinutes(earlyLeave);
  return minutes === 0 ? '' : `Un écart de ${minutes} minutes au plus, du fait du stagiaire, ne change pas le prix.`;
}

const PROGRAMME_SHEET = {
  title: titleOf('programme'),
  also: ['traineeName'],
  format: 'withRules',
  mandatory: PROGRAMME_SHEET_FIELDS,
} as const;

const writeFundedProgramme = definePaper({ ...PROGRAMME_SHEET, blocks: (field, data) => programmeBlocks(field, data) });

const OF_CONTRAT = 'Code du travail, L6353-8, second alinéa';

/** Whoever pays alone is told the terms of payment and of an early end before enrolling. */
const writeOwnProgramme = definePaper({
  ...PROGRAMME_SHEET,
  format: 'withTerms',
  mandatory: {
    ...PROGRAMME_SHEET_FIELDS,
    payment: `${OF_CONTRAT} (modalités de règlement)`,
    earlyLeave: `${OF_CONTRAT} (cessation anticipée, abandon)`,
  },
  blocks: (field, data) =>
    programmeBlocks(field, data, paymentRow(field.payment, data), [
      'Arrêt avant la fin',
      [field.earlyLeave, toleranceSentence(data.site.papers?.earlyLeave)].filter(Boolean).join(' '),
    ]),
});

export const writeProgramme: WritePaper = (data) =>
  isContract(data.file) ? writeOwnProgramme(data) : writeFundedProgramme(data);
