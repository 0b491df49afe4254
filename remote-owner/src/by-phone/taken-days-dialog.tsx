import { Button, Dialog, Stack, Text } from '@site/shared-ui';
import type { TakenDay } from '../api/requests';
import { byPhone } from '../content/by-phone';

interface TakenDaysDialogProps {
  /** Null while the dialog is closed. */
  readonly days: readonly TakenDay[] | null;
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to store a request for days that are confirmed for others. */
export function TakenDaysDialog({ days, onSave, onLeave }: TakenDaysDialogProps) {
  return (
    <Dialog
      open={days !== null}
      onClose={onLeave}
      title={byPhone.takenTitle}
      actions={
        <>
          <Button variant="primary" onClick={onLeave}>
            {byPhone.takenLeave}
          </Button>
          <Button variant="quiet" onClick={onSave}>
            {byPhone.takenAgain}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {days?.map(({ date, id, name }) => (
          <Text key={date + id} overflowWrap="anywhere">
            {byPhone.takenDay(name, date)}
          </Text>
        ))}
        <Text>{byPhone.takenText}</Text>
      </Stack>
    </Dialog>
  );
}
