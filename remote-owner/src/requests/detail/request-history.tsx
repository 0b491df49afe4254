import { hoursOf } from '@site/contract/day-hours';
import { Heading, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useFirstDayAhead, useSpace } from '../../api/owner-api';
import type { RequestDetail, SentMail } from '../../api/requests';
import { formatShortMoment } from '../../content/dates';
import { historyText, mailName } from '../../content/request-history';
import { detail, requests } from '../../content/requests';
import { TitledCard } from '../../view/cards';
import { listOf, useView, ViewTextLink } from '../../view/view-address';
import { toldEvents } from '../asked-days';
import { statusOf } from '../status-tag';

export function RequestHistory({ history, mails }: Pick<RequestDetail, 'history' | 'mails'>) {
  const { site } = useSpace().host;
  return (
    <TitledCard title={detail.history}>
      <Stack as="ol" gap="2" listStyleType="none">
        {toldEvents(history, hoursOf(site.day)).map((item, place) => (
          // The list only grows, and two events may have one time.
          <li key={place}>
            <Text fontSize="sm" overflowWrap="anywhere">
              {[
                formatShortMoment(item.at),
                historyText(item),
                ...(item.who && item.who !== 'visitor' && item.who !== 'site' ? [item.who] : []),
              ].join(' · ')}
            </Text>
          </li>
        ))}
      </Stack>
      {mails.length > 0 && (
        <>
          <Heading as="h3" size="xl">
            {detail.mails}
          </Heading>
          <Stack as="ul" gap="2" listStyleType="none">
            {mails.map((mail, at) => (
              <li key={`${mail.kind} ${mail.sentAt ?? at}`}>
                <Text fontSize="sm">{`${mailName(mail)}\u00a0: ${sendingOf(mail)}`}</Text>
              </li>
            ))}
          </Stack>
        </>
      )}
    </TitledCard>
  );
}

function sendingOf({ sentAt, failedAt }: SentMail): string {
  if (sentAt) return detail.mailSent(formatShortMoment(sentAt));
  return failedAt ? detail.mailGivenUp : detail.mailWaiting;
}

/** @param others of the same person, newest first */
export function OtherRequests({ others }: { readonly others: readonly OwnedRequest[] }) {
  const list = listOf(useView());
  const ahead = useFirstDayAhead();
  if (others.length === 0) return null;
  return (
    <TitledCard title={detail.others}>
      <Stack as="ul" gap="1" listStyleType="none">
        {others.map((other) => (
          <li key={other.id}>
            <ViewTextLink to={{ ...list, request: other.id }} display="inline-flex">
              {detail.other(requests.kind[other.kind], formatShortMoment(other.receivedAt))}
            </ViewTextLink>
            <Text display="inline" fontSize="sm">{` ${statusOf(other, ahead).label}`}</Text>
          </li>
        ))}
      </Stack>
    </TitledCard>
  );
}
