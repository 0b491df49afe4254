import { Box, Card, Flex, Icon, Stack, Text, TextLink } from '@site/shared-ui';
import { mailFailure } from '@site/supabase/requests';
import { CircleAlert } from 'lucide';
import type { Concern } from '../api/health';
import { formatMoment } from '../content/dates';
import { todo } from '../content/health';
import type { View } from '../view/view';
import { ViewLink } from '../view/view-link';

/** What is wrong. The database decides it, also for the mails about it. */
export function ConcernList({ concerns }: { readonly concerns: readonly Concern[] }) {
  if (concerns.length === 0) return <Text>{todo.nothing}</Text>;
  return (
    <Card>
      <Stack as="ul" gap="4" listStyleType="none">
        {concerns.map((concern) => (
          <Item key={JSON.stringify(concern)} concern={concern} />
        ))}
      </Stack>
    </Card>
  );
}

function Item({ concern }: { readonly concern: Concern }) {
  const link = linkOf(concern);
  const isRed = concern.isUrgent || concern.kind === 'unsent';
  return (
    <Flex as="li" gap="3" color={isRed ? 'tile.deep' : undefined}>
      <Icon of={CircleAlert} />
      <Box minWidth="0">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {sentenceOf(concern)}
        </Text>
        <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
          <ViewLink to={link.to}>{link.text}</ViewLink>
        </TextLink>
      </Box>
    </Flex>
  );
}

function sentenceOf(concern: Concern): string {
  switch (concern.kind) {
    case 'mails':
      return todo.mails(concern.count, concern.lastError);
    case 'unsent':
      return todo.unsent(concern.count, formatMoment(concern.oldestAt), mailFailure(concern.lastError));
    case 'incidents':
      return todo.incidents(concern.count, concern.reporters);
    case 'part':
      return todo.part(concern.remote);
    case 'watch':
      return todo.watch(concern, formatMoment(concern.at));
    case 'backup':
      return backupSentence(concern);
    case 'disk':
      return todo.disk(concern.host, concern.freeBytes);
    case 'site':
      return todo.site(concern.gaps.length);
    case 'retention':
      return todo.retention(concern.requests, formatMoment(concern.resumesAt));
    case 'calendar':
      return concern.since === null ? todo.calendarLost : todo.calendar(formatMoment(concern.since));
    default:
      return todo.other;
  }
}

function backupSentence({ failure, failedSince, lastAt }: Extract<Concern, { kind: 'backup' }>): string {
  if (failure && failedSince) return todo.backupFailing(formatMoment(failedSince), failure);
  return lastAt ? todo.backupLate(formatMoment(lastAt)) : todo.noBackup;
}

const OF_PARTS: readonly Concern['kind'][] = ['part', 'incidents', 'watch', 'site'];

function linkOf({ kind }: Concern): { readonly to: Partial<View>; readonly text: string } {
  if (kind === 'calendar') return { to: { tab: 'agenda' }, text: todo.open.agenda };
  return OF_PARTS.includes(kind)
    ? { to: { tab: 'site' }, text: todo.open.parts }
    : { to: { tab: 'reglages' }, text: todo.open.settings };
}
