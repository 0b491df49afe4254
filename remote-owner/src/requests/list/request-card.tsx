import { fundingDays } from '@site/contract/funding-days';
import { readPhone } from '@site/contract/phone';
import { Box, Flex, Text, todayInParis } from '@site/shared-ui';
import { CheckboxField } from '@site/shared-ui/form';
import { answerRemarks, fundingLines, type OwnedRequest, standingDays } from '@site/supabase/requests';
import { useFirstDayAhead } from '../../api/owner-api';
import { areAskedOver, type ListView } from '../../api/request-list';
import type { Filter } from '../../api/requests';
import { formatAge, formatShortDay } from '../../content/dates';
import { detail, requests, selection } from '../../content/requests';
import { ViewLink } from '../../view/view-address';
import { StatusTag } from '../status-tag';

const DAYS_SHOWN = 4;
/** Lists in which the state is the same for all, or follows from the kind. */
const WITHOUT_STATE: readonly Filter[] = ['todo', 'confirmed', 'cancelled', 'spam'];

interface RequestCardProps {
  readonly request: OwnedRequest;
  readonly list: ListView;
  readonly isChosen: boolean;
  /** Null outside the selection mode. */
  readonly onChoose: (() => void) | null;
}

export function RequestCard({ request, list, isChosen, onChoose }: RequestCardProps) {
  const { id, name, phone, receivedAt, kind, flagged, takenDates } = request;
  const ahead = useFirstDayAhead();
  const remarks = [
    requests.kind[kind],
    ...answerRemarks(request),
    ...(flagged ? [requests.flagged] : []),
    ...(phone ? [readPhone(phone).shown] : []),
    formatAge(request.wishes?.[0]?.at ?? receivedAt),
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
      // What is focused stays visible below the tabs and the bar of the selection.
      css={{ '& :is(a, input)': { scrollMarginTop: '10rem' } }}
    >
      <Flex justify="space-between" gap="3" wrap="wrap" align="flex-start">
        {/* A state without room beside the name comes below it. */}
        <Box flex="1 1 9rem" overflowWrap="anywhere" minWidth="0">
          {onChoose ? (
            <CheckboxField
              name={`choose-${id}`}
              label={name}
              aria-label={selection.one(name)}
              checked={isChosen}
              onChange={onChoose}
            />
          ) : (
            <Text fontWeight="semibold">
              {/* The link covers the card. */}
              <ViewLink
                to={{ ...list, request: id }}
                css={{ _before: { content: '""', position: 'absolute', inset: '0' } }}
              >
                {name}
              </ViewLink>
            </Text>
          )}
        </Box>
        {!WITHOUT_STATE.includes(list.filter) && (
          <Box flexShrink={0}>
            <StatusTag request={request} />
          </Box>
        )}
      </Flex>
      {request.wishes?.map((wish) => (
        <Text key={wish.from} fontWeight="semibold" overflowWrap="anywhere">
          {requests.wish(wish, ahead)}
        </Text>
      ))}
      <Text overflowWrap="anywhere">{summaryOf(request)}</Text>
      {areAskedOver(request, ahead) && (
        <Text fontSize="sm" fontWeight="semibold">
          {requests.areAskedOver(standingDays(request).length)}
        </Text>
      )}
      {takenDates.length > 0 && request.status === 'nouvelle' && (
        <Text fontSize="sm" fontWeight="semibold" color="alarm">
          {requests.taken(takenDates.length)}
        </Text>
      )}
      {(request.status === 'nouvelle'
        ? request.isAgefice && !request.isFundingDropped
        : request.status === 'confirmee' && request.isFundingAwaited) && <LastFundingDay request={request} />}
      <Text fontSize="sm" color="ink.soft">
        {remarks.join(' · ')}
      </Text>
    </Box>
  );
}

/** The days that are too near for a complete file, and its last date for the first other one. */
function LastFundingDay({ request }: Pick<RequestCardProps, 'request'>) {
  const ahead = useFirstDayAhead();
  const days = standingDays(request)
    .filter((date) => date >= ahead)
    .sort();
  const { late, due, soon } = fundingDays(days, todayInParis());
  return (
    <>
      {late && (
        <Text fontSize="sm">
          {requests[request.status === 'confirmee' ? 'fundingLate' : 'fundingTooLate'](due && late)}
        </Text>
      )}
      {due && (
        <Text fontSize="sm" fontWeight={soon ? 'semibold' : undefined}>
          {fundingLines.due(due, soon)}
        </Text>
      )}
    </>
  );
}

function summaryOf(request: OwnedRequest): string {
  if (request.kind === 'contact') return shorten(request.message ?? '');
  const wished = (request.wishes ?? []).flatMap(({ from, to }) => [from, to]);
  const days = standingDays(request).filter((date) => !wished.includes(date));
  if (days.length === 0) return wished.length > 0 ? '' : requests.noDates;
  const isNew = request.status === 'nouvelle';
  const shownDays = days
    .slice(0, DAYS_SHOWN)
    .map(
      (day) =>
        formatShortDay(day) + (isNew && request.confirmedDates.includes(day) ? ` (${detail.confirmedDate})` : ''),
    )
    .join(', ');
  return days.length > DAYS_SHOWN ? `${shownDays}, … (${requests.dates(days.length)})` : shownDays;
}

const LONGEST = 120;
const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
