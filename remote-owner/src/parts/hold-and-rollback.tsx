import { cleanLine } from '@site/forms/texts';
import { Button, Card, Heading, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { PartHold } from '../api/release-answers';
import { formatShortMoment } from '../content/dates';
import { authorOf, parts, reasonOf } from '../content/parts';
import { Question } from '../view/question';
import { useReleaseAction } from './use-release-action';

interface HoldNoticeProps {
  readonly title: string;
  readonly name: string;
  readonly hold: PartHold;
  /** Number of the last change that the owner has seen. */
  readonly seq: number;
  readonly isDisabled: boolean;
}

export function HoldNotice({ title, name, hold, seq, isDisabled }: HoldNoticeProps) {
  const [isAsked, setIsAsked] = useState(false);
  const action = useReleaseAction(() => setIsAsked(false));
  const resume = () =>
    action.mutate({ command: 'resume', options: { words: [name], seq }, done: parts.resumed(title) });
  return (
    <Stack gap="1" alignItems="start">
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {parts.held(formatShortMoment(hold.at), authorOf(hold.who, hold.kind))}
      </Text>
      {hold.why && <Text overflowWrap="anywhere">{parts.why(reasonOf(hold.why, hold.kind))}</Text>}
      <Button variant="quiet" disabled={isDisabled} onClick={() => setIsAsked(true)}>
        {parts.resume}
      </Button>
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={parts.resumeTitle(title)}
        primary={{ label: parts.resume, act: resume, isDisabled: action.isPending || isDisabled }}
      >
        <Text>{parts.resumeText}</Text>
      </Question>
    </Stack>
  );
}

export function InactivePartHold(props: HoldNoticeProps) {
  return (
    <Card>
      <Stack gap="3">
        <Heading as="h4" size="xl">
          {props.title}
        </Heading>
        <Text>{parts.inactive}</Text>
        <HoldNotice {...props} />
      </Stack>
    </Card>
  );
}

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
