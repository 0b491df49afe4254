import { DAY_FILE_LIMITS, QUESTION_TEXTS, QUESTIONS } from '@site/contract/day-papers';
import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { FieldError, FormStatus, fieldAria, fieldId, Radio, TextAreaField } from '@site/shared-ui/form';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { Answers } from '../api/managed-day-file';
import { dayFile } from '../content/day-file';

const words = dayFile.questionnaire;
const SCORES = [1, 2, 3, 4, 5] as const;

type Question = (typeof QUESTIONS)[number];
type Scores = Readonly<Partial<Record<Question, number>>>;

const isWhole = (scores: Scores): scores is Answers => QUESTIONS.every((question) => scores[question] !== undefined);
const nameOf = (question: Question, score: number) => `${question}-${score}`;

interface QuestionnaireProps {
  readonly isSending: boolean;
  readonly onSend: (answers: Answers) => void;
}

/** Five scores and a remark, sent once. */
export function Questionnaire({ isSending, onSend }: QuestionnaireProps) {
  const [scores, setScores] = useState<Scores>({});
  const [remark, setRemark] = useState('');
  const [submitCount, setSubmitCount] = useState(0);
  const missing = submitCount > 0 ? QUESTIONS.filter((question) => scores[question] === undefined) : [];

  const firstMissing = useEffectEvent(() => missing[0]);
  useEffect(() => {
    const question = submitCount > 0 && firstMissing();
    if (question) document.getElementById(fieldId(nameOf(question, 1)))?.focus();
  }, [submitCount]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitCount(submitCount + 1);
    if (isWhole(scores)) onSend({ ...scores, ...(remark.trim() && { remark: remark.trim() }) });
  }

  return (
    <Stack asChild gap="5">
      <form method="dialog" noValidate onSubmit={submit}>
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
            onChoose={(score) => setScores((now) => ({ ...now, [question]: score }))}
          />
        ))}
        <TextAreaField
          label={words.remark}
          hint={words.remarkHint}
          name="remark"
          maxLength={DAY_FILE_LIMITS.remark}
          value={remark}
          onChange={({ target }) => setRemark(target.value)}
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
