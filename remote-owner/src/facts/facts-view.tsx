import { Box, Button, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { useState } from 'react';
import { CallError } from '../api/call-error';
import { useSpace } from '../api/owner-api';
import type { LoggedChange } from '../api/release-answers';
import { formatShortMoment } from '../content/dates';
import { labelsOf, type Subject, subjectOf, subjects } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { missingKeys } from '../papers/site-fields';
import { useReleaseAction } from '../parts/use-release-action';
import { Summary } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { Question } from '../view/question';
import { LACKING, useView, ViewLink } from '../view/view-address';
import { FactsForm } from './facts-form';
import { useFacts } from './use-facts';

export function FactsView() {
  const query = useFacts();
  const { field, subject: name } = useView();
  const { site } = useSpace().host;
  const lacking = lackingSubject(missingKeys(site));
  const among = name === LACKING ? [lacking, ...subjects] : subjects;
  const subject = (field ? subjectOf(field, among) : among.find((one) => one.name === name)) ?? null;
  const isUnavailable = query.error instanceof CallError && query.error.reason === 'unavailable';
  return (
    <Stack gap="5">
      <Stack gap="4" align="flex-start">
        <Flex columnGap="4" wrap="wrap" align="center">
          {(field || name === LACKING) && (
            <Button variant="quiet" onClick={() => window.history.back()}>
              {words.backToPaper}
            </Button>
          )}
          <ViewLink
            to={{ name: subject ? 'textes' : 'reglages' }}
            css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}
          >
            {subject ? words.backToList : words.back}
          </ViewLink>
        </Flex>
        <Heading as="h2" size="2xl">
          {subject?.title ?? words.title}
        </Heading>
      </Stack>
      {isUnavailable ? (
        <Card>
          <Text>{words.unavailable}</Text>
        </Card>
      ) : (
        <QueryResult query={query}>
          {({ answer, edits }, isOld) => (
            <>
              {!subject && <Text>{words.intro}</Text>}
              <FactsForm answer={answer} subject={subject} isDisabled={isOld} />
              {!subject && <FactsHistory edits={edits} seq={answer.seq} isDisabled={isOld} />}
            </>
          )}
        </QueryResult>
      )}
    </Stack>
  );
}

const lackingSubject = (keys: ReadonlySet<string>): Subject => ({
  name: LACKING,
  title: words.lackingTitle,
  facts: Object.fromEntries(subjects.flatMap(({ facts }) => Object.entries(facts).filter(([key]) => keys.has(key)))),
});

interface FactsHistoryProps {
  readonly edits: readonly LoggedChange[];
  /** Number of the last change that the owner has seen. */
  readonly seq: number;
  readonly isDisabled: boolean;
}

function FactsHistory({ edits, seq, isDisabled }: FactsHistoryProps) {
  const [question, setQuestion] = useState<LoggedChange | null>(null);
  const action = useReleaseAction(() => setQuestion(null));
  const undo = () =>
    question && action.mutate({ command: 'edit-facts', options: { change: question.seq, seq }, done: words.undone });
  return (
    <details>
      <Summary>{words.history}</Summary>
      {edits.length === 0 && <Text>{words.noHistory}</Text>}
      <Stack as="ol" gap="3" listStyleType="none" aria-label={words.history}>
        {[...edits].reverse().map((edit) => (
          <Box as="li" key={edit.seq} borderBottomWidth="1px" borderColor="sand" paddingBottom="3">
            <Text overflowWrap="anywhere">{labelsOf(edit.facts ?? [])}</Text>
            <Text fontSize="sm" overflowWrap="anywhere">
              {`${formatShortMoment(edit.at)} · ${edit.who}`}
            </Text>
            <Button
              variant="quiet"
              disabled={isDisabled}
              aria-label={words.undoOf(formatShortMoment(edit.at))}
              onClick={() => setQuestion(edit)}
            >
              {words.undo}
            </Button>
          </Box>
        ))}
      </Stack>
      <Question
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={words.undoTitle}
        primary={{ label: words.undo, act: undo, isDisabled: action.isPending || isDisabled }}
      >
        <Text>{words.undoText(labelsOf(question?.facts ?? []))}</Text>
      </Question>
    </details>
  );
}
