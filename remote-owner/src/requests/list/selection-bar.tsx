import { Box, Button, Flex, Stack, Text } from '@site/shared-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSpace } from '../../api/owner-api';
import { type BulkAction, selection } from '../../content/requests';
import { ActionButton, failureText } from '../../view/form';
import { Question } from '../../view/question';

interface SelectionBarProps {
  /** Ids; null outside the selection mode. */
  readonly chosen: readonly string[] | null;
  readonly onChosen: (chosen: readonly string[] | null) => void;
}

/** Marks several requests. It stays below the tabs while the list is scrolled. */
export function SelectionBar({ chosen, onChosen }: SelectionBarProps) {
  if (!chosen) return <ActionButton onClick={() => onChosen([])}>{selection.begin}</ActionButton>;
  return (
    <Box
      data-surface="chalk"
      position="sticky"
      top="14"
      zIndex="1"
      padding="3"
      borderWidth="1px"
      borderColor="edge"
      borderRadius="card"
    >
      <Marks chosen={chosen} onEnd={() => onChosen(null)} />
    </Box>
  );
}

interface MarksProps {
  readonly chosen: readonly string[];
  readonly onEnd: () => void;
}

function Marks({ chosen, onEnd }: MarksProps) {
  const { question, ask, answer, leave, isPending } = useMarks(chosen, onEnd);
  const words = question && selection.marks[question.mark];
  return (
    <Flex gap="3" wrap="wrap" align="center" justify="space-between">
      <Text role="status" fontWeight="semibold">
        {selection.chosen(chosen.length)}
      </Text>
      <Flex gap="2" wrap="wrap">
        {(['owner_handle_all', 'owner_spam'] as const).map((mark) => (
          <ActionButton
            key={mark}
            paddingInline="3"
            disabled={chosen.length === 0 || isPending}
            onClick={() => ask(mark)}
          >
            {selection.marks[mark].label}
          </ActionButton>
        ))}
        <Button variant="quiet" paddingInline="3" onClick={onEnd}>
          {selection.end}
        </Button>
      </Flex>
      <Question
        open={question !== null}
        onClose={leave}
        title={words?.title ?? ''}
        primary={{ label: words?.confirm, act: answer, isDisabled: isPending }}
      >
        <Stack gap="4">
          <Text>{question && words?.text(question.count)}</Text>
          {question && question.count < chosen.length && <Text>{words?.others}</Text>}
        </Stack>
      </Question>
    </Flex>
  );
}

interface MarkQuestion {
  readonly mark: BulkAction;
  readonly count: number;
}

/** The database counts them first, and marks them only if the count is unchanged. */
function useMarks(chosen: readonly string[], onEnd: () => void) {
  const { api, host } = useSpace();
  const queries = useQueryClient();
  const [question, setQuestion] = useState<MarkQuestion | null>(null);
  const say = (title: string, tone: 'success' | 'error') => void host.notify({ title, tone, duration: 5000 });
  const marking = useMutation({
    mutationFn: ({ mark, expected }: { readonly mark: BulkAction; readonly expected: number | null }) =>
      api.call(mark, { ids: chosen, expected }),
    onSuccess: ({ count }, { mark, expected }) => {
      if (expected === null) return count > 0 ? setQuestion({ mark, count }) : say(selection.marks[mark].none, 'error');
      setQuestion(null);
      say(selection.marks[mark].done(count), 'success');
      onEnd();
      void queries.invalidateQueries();
    },
    onError: (error) => {
      setQuestion(null);
      say(failureText(error), 'error');
    },
  });
  return {
    question,
    ask: (mark: BulkAction) => marking.mutate({ mark, expected: null }),
    answer: () => question && marking.mutate({ mark: question.mark, expected: question.count }),
    leave: () => setQuestion(null),
    isPending: marking.isPending,
  };
}
