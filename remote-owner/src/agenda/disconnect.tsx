import { Button, Dialog, Text } from '@site/shared-ui';
import { useState } from 'react';
import { ownCalendar as words } from '../content/own-calendar';
import { space } from '../content/space';
import { useOwner } from '../session/owner-context';
import { useOwnCalendar } from './use-own-calendar';

interface DisconnectProps {
  /** How many it opens. */
  readonly days: number;
  readonly label: string;
  readonly isOld: boolean;
}

export function Disconnect({ days, label, isOld }: DisconnectProps) {
  const { host } = useOwner();
  const [isAsked, setIsAsked] = useState(false);
  const ending = useOwnCalendar('owner_set_own_calendar', () => {
    host.notify({ title: words.disconnected, tone: 'success', duration: 5000 });
  });
  const end = () => ending.mutate({ address: null }, { onSettled: () => setIsAsked(false) });
  return (
    <>
      <Button variant="quiet" disabled={isOld} onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={words.disconnectTitle}
        actions={
          <>
            <Button variant="primary" disabled={isOld || ending.isPending} onClick={end}>
              {label}
            </Button>
            <Button variant="quiet" onClick={() => setIsAsked(false)}>
              {space.cancel}
            </Button>
          </>
        }
      >
        <Text>{words.disconnectText(days)}</Text>
      </Dialog>
    </>
  );
}
