import { DAY_FILE_LIMITS, QUESTION_TEXTS, QUESTIONS } from '@site/contract/day-papers';
import { usePersistedValues } from '@site/forms/persisted-values';
import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { FieldError, FormStatus, fieldAria, fieldId, Radio, TextAreaField } from '@site/shared-ui/form';
import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Answers } from '../api/managed-day-file';
import { dayFile } from '../content/day-file';

const words = dayFile.questionnaire;
const SCORES = [1, 2, 3, 4, 5] as const;

type Question = (typeof QUESTIONS)[number];
type Scores = Readonly<Partial<Record<Question, number>>>;

const UNANSWERED = {
  objectives: '',
  content: '',
  trainer: '',
  organisation: '',
  overall: '',
  remark: '',
} satisfies Record<Question | 'remark', string>;

const isWhole = (scores: Scores): scores is Answers => QUESTIONS.every((question) => scores[question] !== undefined);
const nameOf = (question: Question, score: number) => `${question}-${score}`;

interface QuestionnaireProps {
  /** Names the request, as the tab may open another one. */
  readonly uid: string;
  readonly isSending: boolean;
  /** Resolves with whether it was stored. */
  readonly onSend: (answers: Answers) => Promise<boolean>;
}

/** Five scores and a remark, sent once. */
export function Questionnaire({ uid, isSending, onSend }: QuestionnaireProps) {
  const form = useRef<HTMLFormElement>(null);
  const empty = useMemo(() => ({ uid, ...UNANSWERED }), [uid]);
  const [values, setValues] = useState(empty);
  const persistedValues = usePersistedValues(form, {
    key: 'questionnaire-draft',
    empty,
    values,
    restore: (earlier) => earlier.uid === uid && setValues(earlier),
  });
  const scores: Scores = Object.fromEntries(
    QUESTIONS.flatMap((question) => (values[question] ? [[question, Number(values[question])]] : [])),
  );
  const set = (name: Question | 'remark', value: string) => setValues((now) => ({ ...now, [name]: value }));
  const [submitCount, setSubmitCount] = useState(0);
  const missing = submitCount > 0 ? QUESTIONS.filter((question) => scores[question] === undefined) : [];

  const firstMissing = useEffectEvent(() => missing[0]);
  useEffect(() => {
    const question = submitCount > 0 && firstMissing();
    if (question) document.getElementById(fieldId(nameOf(question, 1)))?.focus();
  }, [submitCount]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitCount(submitCount + 1);
    const remark = values.remark.trim();
    if (isWhole(scores) && (await onSend({ ...scores, ...(remark && { remark }) }))) persistedValues.clear();
  }

  return (
    <Stack asChild gap="5">
      <form ref={form} method="dialog" noValidate onSubmit={submit}>
        <Text>{words.text}</Text>
        <Text>{words.readers}</Text>
        <FormStatus tone="error">{missing.length > 0 && words.missing(missing.length)}</FormStatus>
        <Text fontSize="sm">{words.scale}</Text>
        {QUESTIONS.map((question) => (
          <Score
            key={question}
            question={question}
            chosen={scores[question]}
            isMissing={missing.includes(question)}
            onChoose={(score) => set(question, String(score))}
          />
        ))}
        <TextAreaField
          label={words.remark}
          hint={words.remarkHint}
          name="remark"
          maxLength={DAY_FILE_LIMITS.remark}
          value={values.remark}
          onChange={({ target }) => set('remark', target.value)}
        />
        <Flex>
          <Button variant="primary" type="submit" disabled={isSending}>
            {isSending ? dayFile.sending : words.send}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}

interface ScoreProps {
  readonly question: Question;
  readonly chosen: number | undefined;
  readonly isMissing: boolean;
  readonly onChoose: (score: number) => void;
}

function Score({ question, chosen, isMissing, onChoose }: ScoreProps) {
  const texts = { name: question, ...(isMissing && { error: words.missingHere }) };
  return (
    <fieldset aria-describedby={fieldAria(texts).control['aria-describedby']}>
      <Text as="legend" fontWeight="semibold">
        {QUESTION_TEXTS[question]}
      </Text>
      {/* All five fit a line of a phone, each beside its own circle. */}
      <Flex
        wrap="wrap"
        justify="space-between"
        maxWidth="20rem"
        css={{ '& label': { gap: { base: '1', md: '2' }, minWidth: '11' } }}
      >
        {SCORES.map((score) => (
          <Radio
            key={score}
            id={fieldId(nameOf(question, score))}
            label={String(score)}
            name={question}
            value={score}
            checked={score === chosen}
            onChange={() => onChoose(score)}
          />
        ))}
      </Flex>
      {/* Read out once, before the first question. */}
      <Flex aria-hidden justify="space-between" wrap="wrap" maxWidth="20rem" fontSize="sm" color="ink.soft">
        {words.ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </Flex>
      <FieldError {...texts} />
    </fieldset>
  );
}
