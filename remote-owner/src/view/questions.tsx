import { Stack, Text } from '@site/shared-ui';
import { type ComponentProps, useState } from 'react';
import type { TakenDay } from '../api/requests';
import { formatDay } from '../content/dates';
import { expressRequest, taken } from '../content/requests';
import { space } from '../content/space';
import { ActionButton } from './form';
import { useIsOld } from './query-result';
import { Question, type QuestionProps } from './question';

interface AskingButtonProps
  extends Pick<QuestionProps, 'title' | 'children'>,
    Pick<ComponentProps<typeof ActionButton>, 'variant' | 'aria-label' | 'disabled'> {
  readonly label: string;
  /** Label of the answer that acts, where it is another one. */
  readonly answer?: string;
  /** Label of the answer that does nothing. */
  readonly keep?: string;
  /** Whether nothing is lost, so that it acts at once. */
  readonly isSafe?: boolean;
  /** Whether something to act with is missing. */
  readonly mayNotAct?: boolean;
  /** The question is closed once what it returns is settled. */
  readonly act: () => unknown;
}

/** A button that asks before it acts. */
export function AskingButton({ label, variant = 'quiet', disabled = false, act, ...props }: AskingButtonProps) {
  const isOld = useIsOld();
  const [isAsked, setIsAsked] = useState(false);
  const [isActing, setIsActing] = useState(false);
  const close = () => setIsAsked(false);
  const isDisabled = isOld || disabled || isActing || props.mayNotAct === true;
  const answer = async () => {
    const acted = act();
    if (acted instanceof Promise) {
      setIsActing(true);
      // The action itself says why it failed.
      await acted.catch(() => undefined);
      setIsActing(false);
    }
    close();
  };
  return (
    <>
      <ActionButton
        variant={variant}
        aria-label={props['aria-label']}
        disabled={disabled}
        onClick={() => (props.isSafe ? act() : setIsAsked(true))}
      >
        {label}
      </ActionButton>
      <Question
        open={isAsked}
        onClose={close}
        title={props.title}
        primary={{ label: props.answer ?? label, act: () => void answer(), isDisabled }}
        quiet={{ label: props.keep ?? space.cancel, act: close }}
      >
        {props.children}
      </Question>
    </>
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
