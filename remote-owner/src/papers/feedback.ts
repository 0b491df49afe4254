import { QUESTION_TEXTS, QUESTIONS } from '@site/contract/day-papers';
import { formatLongMoment } from '../content/dates';
import { dayFile } from '../content/day-file';
import { FIELDS } from './fields';
import { definePaper, forBody, heading, LONG_LINE, requiredBy, terms, text } from './paper';
import { dayRow, TRAINER } from './programme';

const words = dayFile.feedback;

const APPRECIATION = 'Qualiopi, indicateurs 30 et 32 (appréciations et suites données)';

/** The trainee’s answers after the day, with a place for what the owner did about them. An auditor asks for both. */
export const writeFeedback = definePaper({
  title: words.sheet,
  mandatory: {
    ...requiredBy(APPRECIATION, 'bodyName', 'bodyAddress', 'traineeName', 'title', 'days', 'trainerName'),
  },
  blocks: (field, data) => {
    const { feedback, answeredAt } = data.file;
    const employer = FIELDS.employer.read(data);
    return [
      terms(
        ['Formation', field.title],
        ['Rempli par', `${field.traineeName}, stagiaire`],
        answeredAt ? ['Rempli en ligne le', formatLongMoment(answeredAt)] : null,
        employer ? ['Employeur', employer] : null,
        [TRAINER, field.trainerName],
        dayRow(data, field.days),
      ),
      heading(words.answers),
      text(words.scale),
      feedback && {
        kind: 'table',
        widths: [80, 20],
        head: ['Question', 'Note'],
        rows: QUESTIONS.map((question) => [QUESTION_TEXTS[question], words.score(feedback[question])]),
      },
      heading(words.remark),
      text(feedback?.remark || words.noRemark),
      heading(words.taken),
      { kind: 'space' },
      { kind: 'signatures', parties: [[forBody(field.bodyName, data), `Le ${LONG_LINE}\nSignature`]] },
    ];
  },
});
