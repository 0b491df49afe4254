import { cleanLine } from '@site/forms/texts';
import { Button, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import { parts } from '../content/parts';
import { Question } from '../view/question';
import { useReleaseAction } from './use-release-action';

const LONGEST_WHY = 200;

interface RollbackProps {
  readonly title: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Number of the last change that the owner has seen. */
  readonly seq: number;
  readonly isDisabled: boolean;
}

export function Rollback({ title, name, from, to, seq, isDisabled }: RollbackProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [why, setWhy] = useState('');
  const action = useReleaseAction(() => setIsAsked(false));
  const rollBack = () =>
    action.mutate({
      command: 'rollback',
      options: { words: [name], from, to, seq, ...(cleanLine(why) && { why: cleanLine(why) }) },
      done: parts.rolledBack(title, to),
    });
  return (
    <>
      <Button variant="quiet" disabled={isDisabled} onClick={() => setIsAsked(true)}>
        {parts.rollback}
      </Button>
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={parts.rollbackTitle(title)}
        primary={{ label: parts.rollback, act: rollBack, isDisabled: action.isPending || isDisabled }}
      >
        <Stack gap="4">
          <Text overflowWrap="anywhere">{parts.rollbackText(from, to)}</Text>
          <TextField
            label={parts.reason}
            name={`why-${name}`}
            maxLength={LONGEST_WHY}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
        </Stack>
      </Question>
    </>
  );
}
