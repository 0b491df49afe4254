import { Text } from '@site/shared-ui';
import type { NamedRequest } from '../api/requests';
import { calendar } from '../content/calendar';
import { Question } from '../view/question';

interface AskToCloseProps {
  /** Who has the days or asks for them; null while nothing is asked. */
  readonly booked: readonly NamedRequest[] | null;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** Asks before days that somebody has booked are closed. */
export function AskToClose({ booked, onClose, onCancel }: AskToCloseProps) {
  return (
    <Question
      open={booked !== null}
      onClose={onCancel}
      title={calendar.askTitle}
      primary={{ label: calendar.askDo, act: onClose }}
    >
      <Text overflowWrap="anywhere">{calendar.askText(booked ?? [])}</Text>
    </Question>
  );
}
