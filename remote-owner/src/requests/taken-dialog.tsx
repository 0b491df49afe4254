import { Button, Dialog, Stack, Text } from '@site/shared-ui';
import type { TakenDay } from '../api/wire';
import { formatDay } from '../content/dates';
import { taken as words } from '../content/requests';

interface TakenDialogProps {
  /** Null while the dialog is closed. */
  readonly days: readonly TakenDay[] | null;
  readonly onRepeat: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to confirm days that are confirmed for another reservation. */
export function TakenDialog({ days, onRepeat, onLeave }: TakenDialogProps) {
  return (
    <Dialog
      open={days !== null}
      onClose={onLeave}
      title={words.title}
      actions={
        <>
          <Button variant="primary" onClick={onLeave}>
            {words.leave}
          </Button>
          <Button variant="quiet" onClick={onRepeat}>
            {words.again}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {days?.map(({ date, id, name }) => (
          <Text key={date + id} overflowWrap="anywhere">
            {words.day(name, formatDay(date))}
          </Text>
        ))}
        <Text>{words.text}</Text>
      </Stack>
    </Dialog>
  );
}
