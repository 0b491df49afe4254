import { Button, Dialog, Stack, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';
import type { TakenDay } from '../api/requests';
import { formatDay } from '../content/dates';
import { expressRequest, taken } from '../content/requests';
import { space } from '../content/space';

interface Choice {
  readonly label: string | undefined;
  readonly act: () => void;
  readonly isDisabled?: boolean;
}

interface QuestionProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly primary: Choice;
  /** « Annuler » by default, which only closes the question. */
  readonly quiet?: Choice;
  readonly children: ReactNode;
}

/** Asks before something is done, with two answers. */
export function Question({ primary, quiet, onClose, ...dialog }: QuestionProps) {
  const { label, act } = quiet ?? { label: space.cancel, act: onClose };
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" disabled={primary.isDisabled} onClick={primary.act}>
            {primary.label}
          </Button>
          <Button variant="quiet" onClick={act}>
            {label}
          </Button>
        </>
      }
    />
  );
}

interface ExpressRequestQuestionProps {
  /** Days within the time to withdraw; null while it is not asked. */
  readonly days: readonly string[] | null;
  readonly onAnswer: (isTicked: boolean) => void;
  readonly onClose: () => void;
}

/** Asks whether the consumer has ticked the box of the agreement. Without an answer, no signature is noted. */
export const ExpressRequestQuestion = ({ days, onAnswer, onClose }: ExpressRequestQuestionProps) => (
  <Question
    open={days !== null}
    onClose={onClose}
    title={expressRequest.title}
    primary={{ label: expressRequest.ticked, act: () => onAnswer(true) }}
    quiet={{ label: expressRequest.notTicked, act: () => onAnswer(false) }}
  >
    <Text>{expressRequest.text(days ?? [])}</Text>
  </Question>
);

interface TakenDaysDialogProps {
  /** Null while the dialog is closed. */
  readonly days: readonly TakenDay[] | null;
  readonly words: { readonly text: string; readonly again: string; readonly leave: string };
  readonly onRepeat: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to use days that are confirmed for others. */
export function TakenDaysDialog({ days, words, onRepeat, onLeave }: TakenDaysDialogProps) {
  return (
    <Question
      open={days !== null}
      onClose={onLeave}
      title={taken.title}
      primary={{ label: words.leave, act: onLeave }}
      quiet={{ label: words.again, act: onRepeat }}
    >
      <Stack gap="4">
        {days?.map(({ date, id, name }) => (
          <Text key={date + id} overflowWrap="anywhere">
            {taken.day(name, formatDay(date))}
          </Text>
        ))}
        <Text>{words.text}</Text>
      </Stack>
    </Question>
  );
}
