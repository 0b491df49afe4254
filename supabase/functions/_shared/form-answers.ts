import { type AnswersOf, BOOKING_FIELDS, CONTACT_FIELDS, type FormFields } from '@site/contract/form-fields';

/** The answers of a request besides the person, the days and the message, as `private.request_json()` returns them. */
export type FormAnswers = AnswersOf<typeof CONTACT_FIELDS & typeof BOOKING_FIELDS>;

interface Words {
  /** Heads its column in the export. */
  readonly heading: string;
  /** Mails and the calendar have it. */
  readonly label: string;
  /** Stands for a choice that was made. */
  readonly value: string;
}

/** Readers show these answers in other words than the form's label. */
const WORDS: Readonly<Record<string, Words>> = {
  isAgefice: { heading: 'AGEFICE', label: 'Financement', value: 'AGEFICE demandé' },
};

interface FormAnswer extends Pick<Words, 'heading' | 'label'> {
  readonly cell: (answers: FormAnswers) => string;
  /** Null mentions nothing; may be a visitor's text. */
  readonly value: (answers: FormAnswers) => string | null;
  /** The owner's space and the terminal show it in one phrase. */
  readonly remark: (answers: FormAnswers) => string | null;
}

export const yesNo = (claim: boolean) => (claim ? 'oui' : 'non');

/** Keeps the order of the forms, and of their fields. What has the same name in two forms is the same question. */
export const answersIn = (...forms: readonly FormFields[]): readonly FormAnswer[] =>
  Object.entries(Object.assign({}, ...forms) as FormFields)
    .filter(([, { isAnswer }]) => isAnswer)
    .map(([name, field]) => answerOf(name, field));

/** What every reader shows of the answers: mails, the calendar, the owner's space, the terminal and the exports. */
export const FORM_ANSWERS = answersIn(CONTACT_FIELDS, BOOKING_FIELDS);

function answerOf(name: string, { label, shortLabel = label, options }: FormFields[string]): FormAnswer {
  const words = WORDS[name] ?? { heading: shortLabel, label: shortLabel, value: 'oui' };
  const given = (answers: FormAnswers): unknown => Reflect.get(answers, name);
  const textOf = (answers: FormAnswers) => {
    const text = String(given(answers) || '');
    return options ? (Object.entries(options).find(([value]) => value === text)?.[1] ?? '') : text;
  };
  // The words of an option need no label.
  const remarkOf = (text: string) => (options || !text ? text : `${words.label}\u00a0: ${text}`);
  const isChosen = (answers: FormAnswers) => given(answers) === true;
  return {
    ...words,
    cell: (answers) => (typeof given(answers) === 'boolean' ? yesNo(isChosen(answers)) : textOf(answers)),
    value: (answers) => (isChosen(answers) ? words.value : textOf(answers) || null),
    remark: (answers) => (isChosen(answers) ? shortLabel : remarkOf(textOf(answers)) || null),
  };
}

export const answerRemarks = (answers: FormAnswers): readonly string[] =>
  FORM_ANSWERS.flatMap(({ remark }) => remark(answers) ?? []);

export const answerRows = (answers: FormAnswers): readonly { readonly label: string; readonly value: string }[] =>
  FORM_ANSWERS.flatMap(({ label, value }) => {
    const shown = value(answers);
    return shown === null ? [] : [{ label, value: shown }];
  });
