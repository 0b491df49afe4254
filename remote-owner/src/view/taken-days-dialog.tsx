import { Stack, Text } from '@site/shared-ui';
import type { TakenDay } from '../api/requests';
import { formatDay } from '../content/dates';
import { taken } from '../content/request-detail';
import { Question } from './question';

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
