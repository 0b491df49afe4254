import { Box, Stack, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { CallError } from '../api/answer';
import { formatDayAndTime, formatTime } from '../content/dates';
import { failures, space } from '../content/space';
import { isRestored } from '../kept/use-kept-answers';
import { RetryCard } from './retry-card';

interface Query<Value> {
  readonly data: Value | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface AnsweredProps<Value> {
  readonly query: Query<Value>;
  /** @param isOld the last poll failed, or an earlier opening kept the data: they may be outdated, and actions must be disabled */
  readonly children: (value: Value, isOld: boolean) => ReactNode;
}

/** Shows the data of a query, marked as old after a failed poll, or the reason why there are none. */
export function Answered<Value>({ query, children }: AnsweredProps<Value>) {
  const { data, error, dataUpdatedAt, refetch } = query;
  if (data === undefined) {
    return error ? <Failure error={error} onRetry={refetch} /> : <Text role="status">{space.loading}</Text>;
  }
  const isKept = isRestored(dataUpdatedAt);
  const isOld = error !== null || isKept;
  const moment = new Date(dataUpdatedAt).toISOString();
  return (
    <Box>
      {/* Mounted before it has text, so that screen readers announce it. */}
      <Box role="status">
        {isOld && (
          <Box data-surface="sand" padding="3" borderRadius="card" marginBottom="5">
            {isKept ? space.kept(formatDayAndTime(moment)) : space.old(formatTime(moment))}
          </Box>
        )}
      </Box>
      <Stack gap="5">{children(data, isOld)}</Stack>
    </Box>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  const reason = error instanceof CallError ? error.reason : 'failed';
  const text = reason === 'offline' ? space.offline : failures[reason];
  return <RetryCard text={text} onRetry={reason === 'unavailable' ? undefined : () => void onRetry()} />;
}
