import { Box, Button, Dialog, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TakenDay } from '../../api/requests';
import { formatDay, formatMoment, formatShortDay } from '../../content/dates';
import { taken, conflict as words } from '../../content/request-detail';
import { requests } from '../../content/requests';
import type { Conflict } from '../use-request-action';
import { followUpLines } from './follow-up';

interface ConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly onRepeat: () => void;
  readonly onLeave: () => void;
}

export function ConflictDialog({ conflict, onRepeat, onLeave }: ConflictDialogProps) {
  return (
    <Dialog
      open={conflict !== null}
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
        <Text>{words.text}</Text>
        {conflict && (
          <Box as="dl">
            {changesOf(conflict).map(({ field, was, now }) => (
              <Box key={field} marginBottom="3">
                <Text as="dt" fontWeight="semibold">
                  {field}
                </Text>
                <Text as="dd" overflowWrap="anywhere">{`${words.was}\u00a0: ${was}`}</Text>
                <Text as="dd" overflowWrap="anywhere">{`${words.is}\u00a0: ${now}`}</Text>
              </Box>
            ))}
          </Box>
        )}
      </Stack>
    </Dialog>
  );
}

const days = (list: readonly string[]) => list.map(formatShortDay).join(', ') || words.none;

const SHOWN: readonly [keyof typeof words.fields, (request: OwnedRequest) => string][] = [
  ['status', ({ status }) => (status ? requests.status[status] : words.none)],
  ['dates', ({ dates }) => days(dates)],
  ['confirmedDates', ({ confirmedDates }) => days(confirmedDates)],
  ['handledAt', ({ handledAt }) => (handledAt ? formatMoment(handledAt) : words.none)],
  ['note', ({ note }) => note || words.none],
  ['followUp', ({ followUp }) => followUpLines(followUp).join(', ') || words.none],
];

const changesOf = ({ seen, current }: Conflict) =>
  SHOWN.map(([key, show]) => ({ field: words.fields[key], was: show(seen), now: show(current) })).filter(
    ({ was, now }) => was !== now,
  );

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
      title={taken.title}
      actions={
        <>
          <Button variant="primary" onClick={onLeave}>
            {taken.leave}
          </Button>
          <Button variant="quiet" onClick={onRepeat}>
            {taken.again}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {days?.map(({ date, id, name }) => (
          <Text key={date + id} overflowWrap="anywhere">
            {taken.day(name, formatDay(date))}
          </Text>
        ))}
        <Text>{taken.text}</Text>
      </Stack>
    </Dialog>
  );
}
