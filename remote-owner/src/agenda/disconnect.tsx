import { Button, Text } from '@site/shared-ui';
import { useState } from 'react';
import { ownCalendar as words } from '../content/own-calendar';
import { Question } from '../view/question';
import { useOwnCalendar } from './use-own-calendar';

interface DisconnectProps {
  /** How many it opens. */
  readonly days: number;
  readonly label: string;
  readonly isOld: boolean;
}

export function Disconnect({ days, label, isOld }: DisconnectProps) {
  const [isAsked, setIsAsked] = useState(false);
  const ending = useOwnCalendar('owner_set_own_calendar', { done: () => words.disconnected });
  const end = () => ending.mutate({ address: null }, { onSettled: () => setIsAsked(false) });
  return (
    <>
      <Button variant="quiet" disabled={isOld} onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={words.disconnectTitle}
        primary={{ label: label, act: end, isDisabled: isOld || ending.isPending }}
      >
        <Text>{words.disconnectText(days)}</Text>
      </Question>
    </>
  );
}
