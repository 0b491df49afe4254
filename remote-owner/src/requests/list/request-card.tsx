import { Box, Flex, Text } from '@site/shared-ui';
import { CheckboxField } from '@site/shared-ui/form';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { formatMoment, formatShortDay } from '../../content/dates';
import { requests } from '../../content/requests';
import type { ListView } from '../../view/view';
import { ViewLink } from '../../view/view-link';
import { StatusTag } from '../status-tag';

const DAYS_SHOWN = 2;

interface RequestCardProps {
  readonly request: OwnedRequest;
  readonly list: ListView;
  readonly isChosen: boolean;
  /** Null outside the selection mode. */
  readonly onChoose: (() => void) | null;
}

export function RequestCard({ request, list, isChosen, onChoose }: RequestCardProps) {
  const { id, name, receivedAt, kind, flagged, takenDates } = request;
  const remarks = [
    requests.kind[kind],
    ...answerRemarks(request),
    ...(flagged ? [requests.flagged] : []),
    formatMoment(receivedAt),
  ];
  return (
    <Box
      as="li"
      data-surface="chalk"
      borderWidth="1px"
      borderColor="sand"
      borderRadius="card"
      padding="4"
      position="relative"
      _hover={{ borderColor: 'ink' }}
    >
      <Flex justify="space-between" gap="3" align="flex-start">
        <Text fontWeight="semibold" overflowWrap="anywhere" minWidth="0">
          {onChoose ? (
            name
          ) : (
            // The link covers the card.
            <ViewLink
              to={{ ...list, request: id }}
              css={{ _before: { content: '""', position: 'absolute', inset: '0' } }}
            >
              {name}
            </ViewLink>
          )}
        </Text>
        <Box flexShrink={0}>
          <StatusTag request={request} />
        </Box>
      </Flex>
      <Text overflowWrap="anywhere">{summaryOf(request)}</Text>
      {takenDates.length > 0 && request.status === 'nouvelle' && (
        <Text fontSize="sm" fontWeight="semibold" color="tile.deep">
          {requests.taken(takenDates.length)}
        </Text>
      )}
      <Text fontSize="sm" color="ink.soft">
        {remarks.join(' · ')}
      </Text>
      {onChoose && (
        <CheckboxField name={`choose-${id}`} label={requests.selectOne(name)} checked={isChosen} onChange={onChoose} />
      )}
    </Box>
  );
}

function summaryOf({ kind, message, dates }: OwnedRequest): string {
  if (kind === 'contact') return shorten(message ?? '');
  if (dates.length === 0) return requests.noDates;
  if (dates.length > DAYS_SHOWN) return `${formatShortDay(dates[0] ?? '')}, … (${requests.dates(dates.length)})`;
  return dates.map(formatShortDay).join(', ');
}

const LONGEST = 120;
const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
