import { Box, Button, Flex, Stack, Text } from '@site/shared-ui';
import { useSpace } from '../api/owner-api';
import type { LoggedChange } from '../api/release-answers';
import { formatShortMoment } from '../content/dates';
import { labelsOf, type Subject, subjectOf, subjects } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { missingKeys } from '../papers/site-fields';
import { useReleaseAction } from '../parts/use-release-action';
import { Summary, ViewTitle } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { AskingButton } from '../view/questions';
import { LACKING, useView, ViewTextLink } from '../view/view-address';
import { FactsForm } from './facts-form';
import { useFacts } from './use-facts';

export function FactsView() {
  const query = useFacts();
  const { field, subject: name } = useView();
  const { site } = useSpace().host;
  const lacking = lackingSubject(missingKeys(site));
  const among = name === LACKING ? [lacking, ...subjects] : subjects;
  const subject = (field ? subjectOf(field, among) : among.find((one) => one.name === name)) ?? null;
  return (
    <Stack gap="5">
      <Stack gap="4" align="flex-start">
        <Flex columnGap="4" wrap="wrap" align="center">
          {(field || name === LACKING) && (
            <Button variant="quiet" onClick={() => window.history.back()}>
              {words.backToPaper}
            </Button>
          )}
          <ViewTextLink to={{ name: subject ? 'textes' : 'reglages' }}>
            {subject ? words.backToList : words.back}
          </ViewTextLink>
        </Flex>
        <ViewTitle>{subject?.title ?? words.title}</ViewTitle>
      </Stack>
      <QueryResult query={query} unavailable={words.unavailable}>
        {({ answer, edits }) => (
          <>
            {!subject && <Text>{words.intro}</Text>}
            <FactsForm answer={answer} subject={subject} />
            {!subject && <FactsHistory edits={edits} seq={answer.seq} />}
          </>
        )}
      </QueryResult>
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
}

function FactsHistory({ edits, seq }: FactsHistoryProps) {
  const act = useReleaseAction();
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
            <AskingButton
              label={words.undo}
              aria-label={words.undoOf(formatShortMoment(edit.at))}
              title={words.undoTitle}
              act={() => act('edit-facts', { change: edit.seq, seq }, words.undone)}
            >
              <Text>{words.undoText(labelsOf(edit.facts ?? []))}</Text>
            </AskingButton>
          </Box>
        ))}
      </Stack>
    </details>
  );
}
