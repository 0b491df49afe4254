import { agreedMinutes, dayMinutes, plannedOn } from '@site/contract/day-hours';
import { HALVES } from '@site/contract/day-papers';
import { RESULT_WORDS } from '../content/after-day';
import { formatDay, formatDuration, theDays } from '../content/dates';
import { titleOf } from '../content/paper-names';
import {
  ABSENCE,
  BLANK,
  FIELDS,
  followedDays,
  followedMinutesOf,
  HALF_WORDS,
  isToWrite,
  notedHalves,
  objectivesOf,
  ofPlanned,
  plannedTotal,
} from './fields';
import {
  definePaper,
  emptyPlace,
  forBody,
  heading,
  inOnePiece,
  isRepresented,
  isSole,
  LONG_LINE,
  lacksOffice,
  requiredBy,
  SIGNED_AT,
  type Signer,
  signerOf,
  terms,
  text,
} from './paper';
import type { PaperData } from './paper-data';
import { NATURE, namedWithForm } from './parties';
import { dayRow, eachDay, placeRow, TRAINER } from './programme';

const CONTROL = 'Code du travail, R6332-26 (justificatifs de réalisation)';
const DISTANCE = 'AGEFICE (relevé de connexion signé par le stagiaire, formation à distance)';

export const writeAttendance = definePaper({
  title: titleOf('emargement'),
  mandatory: {
    ...requiredBy(CONTROL, 'bodyName', 'bodyAddress', 'traineeName', 'trainerName', 'title', 'days'),
    videoTool: DISTANCE,
    kept: `${CONTROL} ; ${DISTANCE}`,
  },
  also: ['hours', 'employer'],
  format: 'withAddress',
  blocks: (field, data) => [
    terms(
      ['Formation', field.title],
      ['Stagiaire', field.traineeName],
      employerRow(data),
      [TRAINER, field.trainerName],
      dayRow(data, field.days),
      plannedHours(data),
      placeRow(field),
    ),
    {
      kind: 'table',
      widths: [22, 18, 20, 20, 20],
      head: [
        'Jour',
        'Demi-journée',
        'Heures de connexion',
        'Signature du stagiaire',
        `Signature : ${inOnePiece(field.trainerName)}`,
      ],
      ...(data.request.confirmedDates.length > 1 && {
        caption: `Formation : ${field.title} – Stagiaire : ${field.traineeName}`,
      }),
      together: HALVES.length,
      rows: notedHalves(data).map(({ date, half, hours, length }) => [
        formatDay(date).replace(' ', '\n'),
        HALF_WORDS[half],
        length
          ? `${hours}\n${length}`
          : (hours ?? (isToWrite(date, data) ? `de ${BLANK}\n\nà ${BLANK}` : emptyPlace(false))),
        hours === ABSENCE ? ABSENCE : '',
        '',
      ]),
    },
    text(`Durée suivie : ${field.kept}. Heures de Paris.`),
    // AGEFICE asks for the log of the video tool, if the tool makes one.
    text(`☐ Rapport de connexion de l’outil (${field.videoTool}) joint à cette feuille.`),
    text('Chacun signe pour chaque demi-journée suivie, et atteste ainsi l’exactitude des heures indiquées.'),
    { kind: 'signatures', parties: [[forBody(field.bodyName, data), `${SIGNED_AT}\nCachet et signature`]] },
  ],
});

/**
 * The planned hours, beside those that were noted. Where the timetable has changed its length since the hours were
 * noted, the row shows the length of that time instead of today’s hours.
 */
function plannedHours(data: PaperData): readonly [string, string] | null {
  const planned = FIELDS.hours.read(data);
  const today = dayMinutes(data.site.day);
  const agreed = agreedMinutes(data.site);
  const isOtherSince = data.request.confirmedDates.some((date) => plannedOn(data.file.kept, date, agreed) !== today);
  if (followedMinutesOf(data) !== null && (isOtherSince || !planned))
    return ['Heures prévues', formatDuration(plannedTotal(data))];
  return planned ? ['Heures prévues', eachDay(data, planned)] : null;
}

/** Names the person who signs. A company’s representative also writes in what capacity. */
const certifier = (field: Signer, data: PaperData): readonly [who: string, words: string] => [
  signerOf(field),
  `${lacksOffice(field, data) ? `Qualité ${LONG_LINE}\n` : ''}${SIGNED_AT}\nCachet et signature`,
];

/**
 * The followed days in a sentence: « le lundi 7 décembre 2026 ».
 * @param days as the papers show them; « [À compléter] » while no day is confirmed
 */
function periodOf(data: PaperData, days: string): string {
  const dates = followedDays(data);
  return dates.length > 0 ? theDays(dates) : `le ${days}`;
}

/** Replaces the paper of a trainee who was absent all the time: nobody could certify anything. */
const withoutHours = (data: PaperData): string =>
  followedMinutesOf(data) === 0 ? 'Aucune heure suivie : ce document ne s’émet pas.' : '';

const CERTIFICATE = 'Arrêté du 21 décembre 2018 et R6332-26 du Code du travail (certificat de réalisation)';

export const writeCertificate = definePaper({
  title: titleOf('certificat'),
  mandatory: {
    ...requiredBy(CERTIFICATE, 'signatory', 'bodyName', 'bodyAddress', 'traineeName', 'title', 'days', 'followed'),
  },
  also: ['employer'],
  days: followedDays,
  instead: withoutHours,
  blocks: (field, data) => [
    text(
      `${namedWithForm(field.bodyName, data)}, dispensateur de l’action concourant au développement des compétences, ${isRepresented(field, data) ? `représenté par ${field.signatory}, ` : ''}atteste que :`,
    ),
    terms(
      ['Stagiaire', field.traineeName],
      employerRow(data),
      ['A suivi l’action', field.title],
      [
        'Nature de l’action',
        '☒ action de formation\n☐ bilan de compétences\n☐ action de VAE\n☐ action de formation par apprentissage',
      ],
      ['Qui s’est déroulée', `${periodOf(data, field.days)}, à distance`],
      ['Durée réalisée', field.followed],
    ),
    text(
      'Sans préjudice des délais imposés par les règles fiscales, comptables ou commerciales, le dispensateur s’engage à conserver l’ensemble des pièces justificatives qui ont permis d’établir le présent certificat pendant une durée de 3 ans à compter de la fin de l’année du dernier paiement. En cas de cofinancement des fonds européens, la durée de conservation est étendue conformément aux obligations conventionnelles spécifiques.',
    ),
    {
      kind: 'signatures',
      parties: [certifier(field, data)],
    },
  ],
});

function employerRow(data: PaperData): readonly [string, string] | null {
  const employer = FIELDS.employer.read(data);
  return employer ? ['Employeur', employer] : null;
}

const ATTESTATION = 'AGEFICE (attestation d’assiduité, formation à distance)';

export const writeAttestation = definePaper({
  title: titleOf('attestation'),
  mandatory: {
    ...requiredBy(ATTESTATION, 'signatory', 'bodyName', 'bodyAddress', 'traineeName', 'title', 'days', 'followed'),
    assessment: `${ATTESTATION} ; Code du travail, D6313-3-1 (évaluations)`,
    results: `${ATTESTATION}, avec les résultats de l’évaluation`,
  },
  also: ['employer'],
  days: followedDays,
  instead: withoutHours,
  blocks: (field, data) => [
    text(`${isSole(field) ? field.bodyName : `${field.signatory}, pour l’organisme ${field.bodyName},`} atteste que :`),
    terms(
      ['Stagiaire', field.traineeName],
      employerRow(data),
      ['A suivi la formation', field.title],
      ['Nature', NATURE],
      ['Période (à distance)', periodOf(data, field.days)],
      ['Durée suivie', field.followed + (FIELDS.followed.read(data) && ofPlanned(data))],
    ),
    heading('Assiduité'),
    {
      kind: 'table',
      widths: [40, 20, 25, 15],
      head: ['Jour', 'Demi-journée', 'Heures (Paris)', 'Durée'],
      rows: notedHalves(data).map(({ date, half, hours, length }) => [
        formatDay(date),
        HALF_WORDS[half],
        hours ?? emptyPlace(FIELDS.followed.isLater(data)),
        length ?? '–',
      ]),
    },
    heading('Résultats de l’évaluation'),
    text(`${assessed(data, field.days)}.`, field.assessment),
    { kind: 'table', widths: [70, 30], head: ['Objectif', 'Résultat'], rows: resultRows(data) },
    { kind: 'signatures', parties: [certifier(field, data)] },
  ],
});

/** Names the days of the assessment only where all of it took place. */
const assessed = (data: PaperData, days: string): string =>
  data.file.results?.some(({ result }) => result === 'unassessed')
    ? 'Évaluation prévue'
    : `Évaluation, ${periodOf(data, days)}`;

function resultRows(data: PaperData) {
  const { results } = data.file;
  if (results?.length) return results.map(({ objective, result }) => [objective, RESULT_WORDS[result]]);
  return objectivesOf(data).map((objective) => [objective, emptyPlace(FIELDS.results.isLater(data))]);
}
