import { Button, Dialog, Text } from '@site/shared-ui';
import type { NamedRequest } from '../api/requests';
import { calendar } from '../content/calendar';
import { space } from '../content/space';

interface AskToCloseProps {
  /** Who has the days or asks for them; null while nothing is asked. */
  readonly booked: readonly NamedRequest[] | null;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** Asks before days that somebody has booked are closed. */
export function AskToClose({ booked, onClose, onCancel }: AskToCloseProps) {
  return (
    <Dialog
      open={booked !== null}
      onClose={onCancel}
      title={calendar.askTitle}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {calendar.askDo}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {space.cancel}
          </Button>
        </>
      }
    >
      <Text overflowWrap="anywhere">{calendar.askText(booked ?? [])}</Text>
    </Dialog>
  );
}
