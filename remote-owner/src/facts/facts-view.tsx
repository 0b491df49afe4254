import { Box, Button, Card, Heading, Stack, Text } from '@site/shared-ui';
import { useState } from 'react';
import { CallError } from '../api/answer';
import type { LoggedChange } from '../api/release-answers';
import { formatMoment } from '../content/dates';
import { labelsOf, facts as words } from '../content/facts';
import { useReleaseAction } from '../parts/use-release-action';
import { Answered } from '../view/answered';
import { TitledSection } from '../view/frame';
import { Question } from '../view/question';
import { useView, ViewLink } from '../view/view';
import { FactsForm } from './facts-form';
import { useFacts } from './use-facts';

export function FactsView() {
  const query = useFacts();
  const { field } = useView();
  const isUnavailable = query.error instanceof CallError && query.error.reason === 'unavailable';
  return (
    <Stack gap="6">
      <Stack gap="3" align="flex-start">
        {field ? (
          <Button variant="quiet" onClick={() => window.history.back()}>
            {words.backToPaper}
          </Button>
        ) : (
          <ViewLink to={{ tab: 'reglages' }} css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}>
            {words.back}
          </ViewLink>
        )}
        <Heading as="h2" size="2xl">
          {words.title}
        </Heading>
      </Stack>
      {isUnavailable ? (
        <Card>
          <Text>{words.unavailable}</Text>
        </Card>
      ) : (
        <Answered query={query}>
          {({ answer, edits }, isOld) => (
            <Stack gap="8">
              <Text maxWidth="prose">{words.intro}</Text>
              <FactsForm answer={answer} isDisabled={isOld} />
              <FactsHistory edits={edits} seq={answer.seq} isDisabled={isOld} />
            </Stack>
          )}
        </Answered>
      )}
    </Stack>
  );
}

interface FactsHistoryProps {
  readonly edits: readonly LoggedChange[];
  /** Number of the last change that the owner has seen. */
  readonly seq: number;
  readonly isDisabled: boolean;
}

function FactsHistory({ edits, seq, isDisabled }: FactsHistoryProps) {
  const [asked, setAsked] = useState<LoggedChange | null>(null);
  const action = useReleaseAction(() => setAsked(null));
  const undo = () =>
    asked && action.mutate({ command: 'edit-facts', options: { change: asked.seq, seq }, done: words.undone });
  return (
    <TitledSection id="facts-history" title={words.history}>
      {edits.length === 0 && <Text>{words.noHistory}</Text>}
      <Stack as="ol" gap="3" listStyleType="none">
        {[...edits].reverse().map((edit) => (
          <Box as="li" key={edit.seq} borderBottomWidth="1px" borderColor="sand" paddingBottom="3">
            <Text overflowWrap="anywhere">{labelsOf(edit.facts ?? [])}</Text>
            <Text fontSize="sm" overflowWrap="anywhere">
              {`${formatMoment(edit.at)} · ${edit.who}`}
            </Text>
            <Button
              variant="quiet"
              disabled={isDisabled}
              aria-label={words.undoOf(formatMoment(edit.at))}
              onClick={() => setAsked(edit)}
            >
              {words.undo}
            </Button>
          </Box>
        ))}
      </Stack>
      <Question
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={words.undoTitle}
        primary={{ label: words.undo, act: undo, isDisabled: action.isPending || isDisabled }}
      >
        <Text>{words.undoText(labelsOf(asked?.facts ?? []))}</Text>
      </Question>
    </TitledSection>
  );
}
