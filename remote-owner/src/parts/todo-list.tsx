import { Box, Card, Heading, Stack, Text, TextLink } from '@site/shared-ui';
import type { Concern } from '../api/health';
import { useCall } from '../api/use-call';
import { formatMoment } from '../content/dates';
import { todo } from '../content/health';
import { Answered } from '../view/answered';
import type { View } from '../view/view';
import { ViewLink } from '../view/view-link';

/** Lists the current concerns. The database decides them, also for the mails about them. */
export function TodoList() {
  const query = useCall('owner_health', {});
  return (
    <Stack as="section" gap="4" aria-labelledby="todo">
      <Heading as="h3" size="xl" id="todo">
        {todo.title}
      </Heading>
      <Answered query={query}>
        {({ concerns = [] }) => (
          <Card>
            {concerns.length === 0 ? (
              <Text>{todo.nothing}</Text>
            ) : (
              <Stack as="ul" gap="3" listStyleType="none">
                {concerns.map((concern) => (
                  <Item key={JSON.stringify(concern)} concern={concern} />
                ))}
              </Stack>
            )}
          </Card>
        )}
      </Answered>
    </Stack>
  );
}

function Item({ concern }: { readonly concern: Concern }) {
  const link = linkOf(concern);
  return (
    <Box as="li">
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {sentenceOf(concern)}
      </Text>
      {link && (
        <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
          <ViewLink to={link.to}>{link.text}</ViewLink>
        </TextLink>
      )}
    </Box>
  );
}

function sentenceOf(concern: Concern): string {
  switch (concern.kind) {
    case 'requests':
      return todo.requests(concern.count, formatMoment(concern.oldestAt));
    case 'mails':
      return todo.mails(concern.count);
    case 'unsent':
      return todo.unsent(concern.count, formatMoment(concern.oldestAt));
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
    default:
      return todo.other;
  }
}

function backupSentence({ failure, failedSince, lastAt }: Extract<Concern, { kind: 'backup' }>): string {
  if (failure && failedSince) return todo.backupFailing(formatMoment(failedSince), failure);
  return lastAt ? todo.backupLate(formatMoment(lastAt)) : todo.noBackup;
}

/** Parts and the gaps of site.json need no link. */
const ON_THIS_PAGE: readonly Concern['kind'][] = ['part', 'incidents', 'watch', 'site'];

function linkOf({ kind }: Concern): { readonly to: Partial<View>; readonly text: string } | null {
  if (kind === 'requests') return { to: { tab: 'demandes' }, text: todo.open.requests };
  if (ON_THIS_PAGE.includes(kind)) return null;
  return { to: { tab: 'reglages' }, text: todo.open.settings };
}
