import { Button, Dialog, formatFrenchDate, Text } from '@site/shared-ui';
import { useState } from 'react';
import type { ManagedDay } from '../api/managed-request';
import { manage } from '../content/manage';

interface GiveUpDayProps {
  readonly day: ManagedDay;
  readonly isSending: boolean;
  readonly onGiveUp: (date: string) => void;
}

/** Asks first, as the day is given up at once. */
export function GiveUpDay({ day: { date, confirmed }, isSending, onGiveUp }: GiveUpDayProps) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const giveUp = () => {
    close();
    onGiveUp(date);
  };
  const day = formatFrenchDate(date);
  return (
    <>
      <Button variant="quiet" aria-label={manage.giveUp.name(day)} disabled={isSending} onClick={() => setAsked(true)}>
        {manage.giveUp.open}
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        title={manage.giveUp.title(day)}
        actions={
          <>
            <Button variant="primary" onClick={giveUp}>
              {manage.giveUp.confirm}
            </Button>
            <Button variant="quiet" onClick={close}>
              {manage.giveUp.keep}
            </Button>
          </>
        }
      >
        <Text>{manage.giveUp.text(confirmed)}</Text>
      </Dialog>
    </>
  );
}
