import { Box, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { formatShortDay, formatShortMoment } from '../../content/dates';
import { requests, conflict as words } from '../../content/requests';
import { Question } from '../../view/question';
import type { Conflict } from '../use-request-action';
import { followUpLines } from './follow-up';

interface ConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly onRepeat: () => void;
  readonly onLeave: () => void;
}

/** Another device has changed the request: shows what, and asks whether to do the action all the same. */
export function ConflictDialog({ conflict, onRepeat, onLeave }: ConflictDialogProps) {
  return (
    <Question
      open={conflict !== null}
      onClose={onLeave}
      title={words.title}
      primary={{ label: words.leave, act: onLeave }}
      quiet={{ label: words.again, act: onRepeat }}
    >
      <Stack gap="4">
        <Text>{words.text}</Text>
        {conflict && (
          <Box as="dl">
            {differencesOf(conflict).map(({ field, was, now }) => (
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
    </Question>
  );
}

const days = (list: readonly string[]) => list.map(formatShortDay).join(', ') || words.none;

const SHOWN: readonly [keyof typeof words.fields, (request: OwnedRequest) => string][] = [
  ['status', ({ status }) => (status ? requests.status[status] : words.none)],
  ['dates', ({ dates }) => days(dates)],
  ['confirmedDates', ({ confirmedDates }) => days(confirmedDates)],
  ['handledAt', ({ handledAt }) => (handledAt ? formatShortMoment(handledAt) : words.none)],
  ['note', ({ note }) => note || words.none],
  ['followUp', (request) => followUpLines(request).join(', ') || words.none],
];

const differencesOf = ({ seen, current }: Conflict) =>
  SHOWN.map(([key, show]) => ({ field: words.fields[key], was: show(seen), now: show(current) })).filter(
    ({ was, now }) => was !== now,
  );
