import { cleanLine } from '@site/forms/texts';
import { Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { PartHold } from '../api/release-answers';
import { formatShortMoment } from '../content/dates';
import { authorOf, parts, reasonOf } from '../content/parts';
import { AskingButton } from '../view/questions';
import { useReleaseAction } from './use-release-action';

export interface HoldNoticeProps {
  readonly title: string;
  readonly name: string;
  readonly hold: PartHold;
  /** Number of the last change that the owner has seen. */
  readonly seq: number;
}

export function HoldNotice({ title, name, hold, seq }: HoldNoticeProps) {
  const act = useReleaseAction();
  return (
    <Stack gap="1" alignItems="start">
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {parts.held(formatShortMoment(hold.at), authorOf(hold.who, hold.kind))}
      </Text>
      {hold.why && <Text overflowWrap="anywhere">{parts.why(reasonOf(hold.why, hold.kind))}</Text>}
      <AskingButton
        label={parts.resume}
        title={parts.resumeTitle(title)}
        act={() => act('resume', { words: [name], seq }, parts.resumed(title))}
      >
        <Text>{parts.resumeText}</Text>
      </AskingButton>
    </Stack>
  );
}

const LONGEST_WHY = 200;

interface RollbackProps extends Omit<HoldNoticeProps, 'hold'> {
  readonly from: string;
  readonly to: string;
}

export function Rollback({ title, name, from, to, seq }: RollbackProps) {
  const [typed, setTyped] = useState('');
  const act = useReleaseAction();
  const why = cleanLine(typed);
  const rollBack = () =>
    act('rollback', { words: [name], from, to, seq, ...(why && { why }) }, parts.rolledBack(title, to));
  return (
    <AskingButton label={parts.rollback} title={parts.rollbackTitle(title)} act={rollBack}>
      <Stack gap="4">
        <Text overflowWrap="anywhere">{parts.rollbackText(from, to)}</Text>
        <TextField
          label={parts.reason}
          name={`why-${name}`}
          maxLength={LONGEST_WHY}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Stack>
    </AskingButton>
  );
}
