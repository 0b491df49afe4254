import { Box, Button, Card, Stack, Text } from '@site/shared-ui';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { CallError, type FailureReason } from '../api/call-error';
import { formatDayAndTime, formatTime } from '../content/dates';
import { failures, space } from '../content/space';
import { isRestored } from '../offline/persisted-answers';

/** After this time without the current answer, the page says that it shows an earlier one. */
const PATIENCE_MS = 3000;

interface Query<Value> {
  readonly data: Value | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

const OldContext = createContext(false);

/**
 * Whether the data around it may be outdated: the last poll failed, or an earlier opening stored them. Actions are then
 * disabled.
 */
export const useIsOld = (): boolean => useContext(OldContext);

interface QueryResultProps<Value> {
  readonly query: Query<Value>;
  /** Says that the site lacks what answers. */
  readonly unavailable?: string;
  readonly children: (value: Value) => ReactNode;
}

/** Shows the data of a query, marked as old after a failed poll, or the reason why there are none. */
export function QueryResult<Value>({ query, unavailable, children }: QueryResultProps<Value>) {
  const { data, error, dataUpdatedAt, refetch } = query;
  const isPersisted = isRestored(dataUpdatedAt);
  const isLate = useLate(isPersisted);
  const reason = error instanceof CallError ? error.reason : 'failed';
  const isGone = (isPersisted && reason !== 'offline') || (unavailable !== undefined && reason === 'unavailable');
  if (error && (data === undefined || isGone))
    return <Failure reason={reason} unavailable={unavailable} onRetry={refetch} />;
  if (data === undefined) return <Text role="status">{space.loading}</Text>;
  const isOld = error !== null || isLate;
  const moment = new Date(dataUpdatedAt).toISOString();
  return (
    <Box>
      {/* Mounted before it has text, so that screen readers announce it. */}
      <Box role="status">
        {isOld && (
          <Box data-surface="sand" padding="3" borderRadius="card" marginBottom="5">
            {isPersisted ? space.kept(formatDayAndTime(moment)) : space.old(formatTime(moment))}
          </Box>
        )}
      </Box>
      <OldContext value={isOld || isPersisted}>
        <Stack gap="5">{children(data)}</Stack>
      </OldContext>
    </Box>
  );
}

/** Whether it has waited for so long that a slow network must be told of. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(setIsLate, PATIENCE_MS, true);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting]);
  return isLate;
}

interface FailureProps {
  readonly reason: FailureReason;
  readonly unavailable: string | undefined;
  readonly onRetry: () => unknown;
}

function Failure({ reason, unavailable = failures.unavailable, onRetry }: FailureProps) {
  const text = { ...failures, offline: space.offline, unavailable }[reason];
  return <RetryCard text={text} onRetry={reason === 'unavailable' ? undefined : () => void onRetry()} />;
}

interface RetryCardProps {
  readonly text: string;
  /** The card offers a retry only with this. */
  readonly onRetry?: (() => void) | undefined;
}

export const RetryCard = ({ text, onRetry }: RetryCardProps) => (
  <Card>
    <Stack gap="4" align="flex-start">
      <Text role="alert">{text}</Text>
      {onRetry && (
        <Button variant="quiet" onClick={onRetry}>
          {space.retry}
        </Button>
      )}
    </Stack>
  </Card>
);
