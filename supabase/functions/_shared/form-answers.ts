import {
  type AnswersOf,
  BOOKING_FIELDS,
  CONTACT_FIELDS,
  type FormFields,
  optionInWords,
} from '@site/contract/form-fields';
import { FUNDING_STATE } from '@site/contract/funding-days';

/** The answers of a request besides the person, the days and the message, as `private.request_json()` returns them. */
export type FormAnswers = AnswersOf<typeof CONTACT_FIELDS & typeof BOOKING_FIELDS> & {
  /** Whether the visitor had asked for AGEFICE, which is not asked after all. */
  readonly isFundingDropped?: boolean;
};

/** An answer about several dates may still be open. */
type Answered = FormAnswers & {
  readonly dates?: readonly string[];
  readonly confirmedDates?: readonly string[];
  readonly leftDates?: readonly string[];
  readonly status?: string | null;
};

interface Words {
  /** Heads its column in the export. */
  readonly heading: string;
  /** Mails and the calendar have it. */
  readonly label: string;
  /** Stands for a choice that was made. */
  readonly value: string;
  /** Stands for a choice that does not hold any more; null while it does. */
  readonly dropped?: (answers: Answered) => string | null;
}

/** Readers show these answers in other words than the form's label. */
const WORDS: Readonly<Record<string, Words>> = {
  isAgefice: {
    heading: 'AGEFICE',
    label: 'Financement',
    value: FUNDING_STATE.asked,
    dropped: ({ isFundingDropped }) => (isFundingDropped ? FUNDING_STATE.dropped : null),
  },
};

interface FormAnswer extends Pick<Words, 'heading' | 'label'> {
  readonly cell: (answers: Answered) => string;
  /** Null mentions nothing; may be a visitor's text. */
  readonly value: (answers: Answered) => string | null;
  /** The owner's space and the terminal show it in one phrase. */
  readonly remark: (answers: Answered) => string | null;
}

export const yesNo = (claim: boolean) => (claim ? 'oui' : 'non');

/** All answers in the order of the forms and of their fields. A name that two forms share is one question. */
export const answersIn = (...forms: readonly FormFields[]): readonly FormAnswer[] =>
  Object.entries(Object.assign({}, ...forms) as FormFields)
    .filter(([, { isAnswer }]) => isAnswer)
    .map(([name, field]) => answerOf(name, field));

/** What every reader shows of the answers: mails, the calendar, the owner's space, the terminal and the exports. */
export const FORM_ANSWERS = answersIn(CONTACT_FIELDS, BOOKING_FIELDS);

function answerOf(name: string, field: FormFields[string]): FormAnswer {
  const { label, shortLabel = label, options } = field;
  const words: Words = WORDS[name] ?? { heading: shortLabel, label: shortLabel, value: 'oui' };
  const given = (answers: Answered): unknown => Reflect.get(answers, name);
  const textOf = (answers: Answered) => {
    if (!options) return String(given(answers) || '');
    const { dates, confirmedDates = [], leftDates = [], status } = answers;
    if (status !== 'nouvelle') return optionInWords(field, given(answers));
    // The answer is not about a day that the visitor asks for in place of a confirmed one.
    const waiting = dates?.filter((date) => !leftDates.includes(date));
    const isSettled = confirmedDates.length > 0 || waiting?.length === 1;
    return isSettled ? '' : optionInWords(field, given(answers), waiting);
  };
  // The words of an option need no label, unless none was chosen.
  const remarkOf = (text: string) =>
    (options && text !== field.unanswered) || !text ? text : `${words.label}\u00a0: ${text}`;
  const dropped = (answers: Answered) => words.dropped?.(answers) ?? null;
  const isChosen = (answers: Answered) => given(answers) === true && dropped(answers) === null;
  return {
    ...words,
    cell: (answers) => (typeof given(answers) === 'boolean' ? yesNo(isChosen(answers)) : textOf(answers)),
    value: (answers) => dropped(answers) ?? (isChosen(answers) ? words.value : textOf(answers) || null),
    remark: (answers) => dropped(answers) ?? (isChosen(answers) ? shortLabel : remarkOf(textOf(answers)) || null),
  };
}

export const answerRemarks = (answers: Answered): readonly string[] =>
  FORM_ANSWERS.flatMap(({ remark }) => remark(answers) ?? []);

export const answerRows = (answers: Answered): readonly { readonly label: string; readonly value: string }[] =>
  FORM_ANSWERS.flatMap(({ label, value }) => {
    const text = value(answers);
    return text === null ? [] : [{ label, value: text }];
  });
