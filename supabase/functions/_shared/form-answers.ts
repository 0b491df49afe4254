/**
 * The answers of a request besides the person, the days and the message, as `private.request_json()` returns them. A
 * further one is optional: the owner's space may be newer than the database.
 */
export interface FormAnswers {
  readonly isAgefice: boolean;
}

interface FormAnswer {
  /** Heading of its column in the export. */
  readonly heading: string;
  readonly cell: (answers: FormAnswers) => string;
  /** Its label in mails and in the calendar. */
  readonly label: string;
  /** Null mentions nothing; may be a visitor's text. */
  readonly value: (answers: FormAnswers) => string | null;
  /** In one phrase, in the owner's space and in the terminal. */
  readonly remark: (answers: FormAnswers) => string | null;
}

export const yesNo = (claim: boolean) => (claim ? 'oui' : 'non');

/** What every reader shows of the answers: mails, the calendar, the owner's space, the terminal and the exports. */
export const FORM_ANSWERS: readonly FormAnswer[] = [
  {
    heading: 'AGEFICE',
    cell: ({ isAgefice }) => yesNo(isAgefice),
    label: 'Financement',
    value: ({ isAgefice }) => (isAgefice ? 'AGEFICE demandé' : null),
    remark: ({ isAgefice }) => (isAgefice ? 'Financement AGEFICE' : null),
  },
];

export const answerRemarks = (answers: FormAnswers): readonly string[] =>
  FORM_ANSWERS.flatMap(({ remark }) => remark(answers) ?? []);

export const answerFacts = (answers: FormAnswers): readonly { readonly label: string; readonly value: string }[] =>
  FORM_ANSWERS.flatMap(({ label, value }) => {
    const shown = value(answers);
    return shown === null ? [] : [{ label, value: shown }];
  });
