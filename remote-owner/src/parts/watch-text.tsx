import { Stack, Text } from '@site/shared-ui';
import { formatMoment } from '../content/dates';
import { parts } from '../content/parts';
import type { PartWatch } from './read-status';

/** What the watch of an activated release has found so far, or how it ended. */
export function WatchText({ watch: { verdict, until, visitors, reporters, dropped } }: { readonly watch: PartWatch }) {
  if (verdict === 'passed') return <Text color="ink.soft">{parts.watchPassed(visitors)}</Text>;
  if (verdict === 'not-enough-visits') return <Text color="ink.soft">{parts.watchUnknown}</Text>;
  if (verdict === 'not-returned') return <Text color="tile.deep">{parts.watchFailing}</Text>;
  if (verdict !== null) return null;
  return (
    <Stack gap="1">
      <Text fontWeight="semibold">{parts.watched(visitors, reporters)}</Text>
      {dropped > 0 && <Text color="ink.soft">{parts.watchDropped(dropped)}</Text>}
      <Text color="ink.soft">{parts.watchedUntil(formatMoment(until))}</Text>
    </Stack>
  );
}
