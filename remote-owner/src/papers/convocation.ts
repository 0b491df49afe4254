import { minutesBetween, plannedTimes } from '@site/contract/day-hours';
import { MATERIAL } from '@site/contract/offer';
import { formatDay, formatDuration } from '../content/dates';
import { titleOf } from '../content/paper-names';
import { minutesAhead, overseasOf } from './addresses';
import { FIELDS, plannedDuration } from './fields';
import { definePaper, requiredBy, signerOf, terms, text } from './paper';
import { issuedOn, type PaperData, replacedOn } from './paper-data';
import { accessRow, dayRow, eachDay, INTERNAL_RULES_LAW, placeRow, TRAINER } from './programme';

const DAY_MINUTES = 24 * 60;

/** « 22 h la veille » @param time HH:mm in Paris */
function localTime(time: string, ahead: number): string {
  const minutes = minutesBetween({ from: '00:00', to: time }) + ahead;
  const hour = formatDuration((minutes + DAY_MINUTES) % DAY_MINUTES);
  if (minutes < 0) return `${hour} la veille`;
  return minutes < DAY_MINUTES ? hour : `${hour} le lendemain`;
}

/** The hours on the clocks of a trainee overseas. They may differ between a day in summer and one in winter. */
function localHours({ request: { confirmedDates }, file, site }: PaperData): readonly [string, string] | null {
  const place = overseasOf(file.address ?? '');
  if (!place) return null;
  const texts = confirmedDates.map((day) => {
    const ahead = minutesAhead(place.zone, day);
    const times = plannedTimes(site.day).map(
      ({ from, to }) => `de ${localTime(from, ahead)} à ${localTime(to, ahead)}`,
    );
    return times.join(' et ');
  });
  const [first] = texts;
  if (!first) return null;
  const areAlike = texts.every((text) => text === first);
  const lines = areAlike ? [first] : texts.map((text, at) => `Jour ${at + 1} : ${text}`);
  return ['Heure locale', lines.map((line) => `${line} (${place.clock})`).join('\n')];
}

/** No article of the law asks for a convocation. Auditors look for one, and the trainee needs it. */
const CONVOCATION = 'Qualiopi, indicateur 9 (information sur le déroulement)';

export const writeConvocation = definePaper({
  title: titleOf('convocation'),
  mandatory: {
    ...requiredBy(CONVOCATION, 'bodyName', 'bodyAddress', 'signatory', 'traineeName', 'title', 'days', 'hours'),
    ...requiredBy(CONVOCATION, 'videoTool', 'videoLink', 'trainerName', 'contact'),
    assistance: 'Code du travail, D6313-3-1 (assistance technique et pédagogique à distance)',
    rules: INTERNAL_RULES_LAW,
  },
  also: ['traineeAddress', 'disability'],
  blocks: (field, data) => {
    const replaced = replacedOn('convocation', data);
    return [
      terms(
        ['À l’attention de', [field.traineeName, FIELDS.traineeAddress.read(data)].filter(Boolean).join('\n')],
        ['Date', formatDay(issuedOn('convocation', data))],
      ),
      { kind: 'greeting', text: 'Bonjour,' },
      text(
        `Votre formation « ${field.title} » est confirmée. Voici les informations pratiques.`,
        replaced ? `Cette convocation remplace celle du ${formatDay(replaced)}.` : '',
      ),
      terms(
        dayRow(data, field.days),
        ['Horaires', eachDay(data, field.hours)],
        localHours(data),
        ['Durée', plannedDuration(data)],
        placeRow(field),
        ['Lien de connexion', field.videoLink],
        [TRAINER, field.trainerName],
        ['Matériel', `${MATERIAL}.`],
        ['Contact', field.contact],
        ['Assistance', field.assistance],
        ['Règlement intérieur', field.rules],
        accessRow(field, FIELDS.disability.read(data)),
      ),
      text(
        'En cas d’empêchement, prévenez-nous dès que possible aux coordonnées ci-dessus.',
        'Chaque demi-journée suivie est attestée par votre signature sur la feuille d’émargement.',
      ),
      { kind: 'signatures', parties: [[`Pour l’organisme, ${signerOf(field)}`, 'Signature']] },
    ];
  },
});
