import { AUDIENCE, OBJECTIVES, PREREQUISITES } from '@site/contract/offer';
import { formatDay, theDays } from '../dates';
import { titleOf } from '../paper-names';
import { FIELDS, type PaperData, plannedDuration } from './fields';
import { type Block, definePaper, facts, heading, list, text } from './paper';

/** What a day contains, for each paper that must say it. */
export const PROGRAMME_FIELDS = {
  title: 'Code du travail, D6353-1, I, 1° et L6353-4, 1° ; Qualiopi, indicateur 1',
  timetable: 'Code du travail, D6353-1, I, 1°, L6353-4, 1° et D6313-3-1 (activités à distance et leur durée)',
  videoTool: 'Code du travail, L6353-4, 3° et D6313-3-1 (formation à distance)',
  methods: 'Code du travail, D6353-1, I, 1° et L6353-4, 3° ; Qualiopi, indicateur 1',
  assessment: 'Code du travail, D6353-1, I, 1°, L6353-4, 3° et D6313-3-1',
  assistance: 'Code du travail, D6313-3-1 (assistance technique et pédagogique à distance)',
  trainerName: 'Code du travail, L6353-8 (formateurs) ; AGEFICE, programme',
  trainerPath: 'Code du travail, L6353-4, 4° et L6353-8 (titres ou références)',
} as const;
type Programme = Readonly<Record<keyof typeof PROGRAMME_FIELDS, string>>;

export const contentBlocks = (
  { timetable }: Pick<Programme, 'timetable'>,
  { request: { confirmedDates } }: PaperData,
): readonly (Block | null)[] => [
  text('À la fin de la formation, le stagiaire est capable de :'),
  list(OBJECTIVES),
  text(`${confirmedDates.length > 1 ? 'Même déroulé chaque jour' : 'Déroulé de la journée'} (heure de Paris) :`),
  list(timetable.split('\n')),
];

/** Each of several days with its number and its date. @param days as they are shown, to be completed while none is confirmed */
export const eachDate = ({ request: { confirmedDates } }: PaperData, days: string): readonly string[] =>
  confirmedDates.length > 1 ? confirmedDates.map((day, at) => `Jour ${at + 1} – ${formatDay(day)}`) : [days];

export function dayRow(data: PaperData, days: string): readonly [string, string] {
  const dates = eachDate(data, days);
  return [dates.length > 1 ? 'Jours' : 'Jour', dates.join('\n')];
}

/** @param hours as they are shown, of a day */
export const eachDay = ({ request: { confirmedDates } }: PaperData, hours: string) =>
  hours + (confirmedDates.length > 1 ? ', chaque jour' : '');

export const meansRows = ({ videoTool, methods, assistance, trainerName, trainerPath }: Programme) =>
  [
    ['Lieu', `À distance, en direct, par visioconférence (${videoTool})`],
    ['Méthodes et moyens', methods],
    ['Assistance', assistance],
    ['Formateur', `${trainerName}. ${trainerPath}`],
  ] as const;

export const writeProgramme = definePaper({
  title: titleOf('programme'),
  mandatory: {
    bodyName: 'AGEFICE (programme sur papier à en-tête)',
    bodyAddress: 'AGEFICE (programme sur papier à en-tête)',
    ...PROGRAMME_FIELDS,
    accessTime: 'Qualiopi, indicateur 1 (délais d’accès)',
    disability: 'Qualiopi, indicateur 1 (accessibilité)',
    price: 'Qualiopi, indicateur 1 (tarifs) ; Code du travail, L6353-8',
    contact: 'Qualiopi, indicateur 1 (contacts)',
    updatedOn: 'Qualiopi, indicateur 1 (information à jour)',
    days: 'AGEFICE (dates exactes)',
  },
  blocks: (field, data) => [
    heading(field.title),
    facts(
      ['Stagiaire', FIELDS.traineeName.read(data)],
      dayRow(data, field.days),
      ['Durée', `${plannedDuration(data)}, à distance`],
      ['Public', AUDIENCE],
      ['Prérequis', `${PREREQUISITES.join('. ')}.`],
      ['Mis à jour', field.updatedOn],
    ),
    heading('Objectifs et contenu'),
    ...contentBlocks(field, data),
    heading('Moyens et évaluation'),
    facts(...meansRows(field), ['Évaluation', field.assessment]),
    heading('Accès et tarif'),
    facts(
      ['Délais d’accès', field.accessTime],
      ['Accessibilité', field.disability],
      ['Tarif', field.price],
      ['Contact', field.contact],
    ),
  ],
});

export const RULES = 'Code du travail, L6352-3 et L6353-8 (règlement intérieur)';

/** No article wants a convocation: auditors look for one, and the trainee needs it. */
const CONVOCATION = 'Qualiopi, indicateur 9 (information sur le déroulement)';

export const writeConvocation = definePaper({
  title: titleOf('convocation'),
  mandatory: {
    bodyName: CONVOCATION,
    bodyAddress: CONVOCATION,
    traineeName: CONVOCATION,
    title: CONVOCATION,
    days: CONVOCATION,
    hours: CONVOCATION,
    videoTool: CONVOCATION,
    trainerName: CONVOCATION,
    contact: CONVOCATION,
    assistance: 'Code du travail, D6313-3-1 (assistance technique et pédagogique à distance)',
    rules: RULES,
  },
  blocks: (field, data) => [
    text(`À l’attention de ${field.traineeName}`),
    text(`Votre formation « ${field.title} » est confirmée. Voici les informations pratiques.`),
    facts(
      dayRow(data, field.days),
      ['Horaires', eachDay(data, field.hours)],
      ['Durée', plannedDuration(data)],
      ['Lieu', `À distance, par visioconférence (${field.videoTool})`],
      ['Lien de connexion', data.videoLink || 'Il vous est envoyé avant la journée.'],
      ['Formateur', field.trainerName],
      ['Matériel', `${PREREQUISITES[2]}.`],
      ['Contact', field.contact],
      ['Assistance', field.assistance],
      ['Règlement intérieur', field.rules],
      data.site.training.disability ? ['Accessibilité', data.site.training.disability] : null,
    ),
    text(
      'En cas d’empêchement, prévenez-nous dès que possible aux coordonnées ci-dessus.',
      'Chaque demi-journée suivie est attestée par votre signature sur la feuille d’émargement.',
    ),
    { kind: 'signatures', parties: [[`Pour l’organisme, ${field.bodyName}`, '']] },
  ],
});

/** « le lundi 7 décembre 2026 » @param days as it is shown, to be completed while no day is confirmed */
export const periodOf = ({ request }: PaperData, days: string) =>
  request.confirmedDates.length > 0 ? theDays(request.confirmedDates) : `le ${days}`;
