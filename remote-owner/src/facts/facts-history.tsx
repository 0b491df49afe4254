import { Box, Button, Stack, Text } from '@site/shared-ui';
import { useState } from 'react';
import type { LoggedChange } from '../api/release-answers';
import { formatMoment } from '../content/dates';
import { labelsOf, facts as words } from '../content/facts';
import { useReleaseAction } from '../parts/use-release-action';
import { Question } from '../view/question';
import { TitledSection } from '../view/titled-section';

interface FactsHistoryProps {
  readonly edits: readonly LoggedChange[];
  /** Number of the last change that the owner has seen. */
  readonly seq: number;
  readonly isDisabled: boolean;
}

export function FactsHistory({ edits, seq, isDisabled }: FactsHistoryProps) {
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
            <Text fontWeight="semibold" overflowWrap="anywhere">
              {labelsOf(edit.facts ?? [])}
            </Text>
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
