import { Card, Heading, Stack, Text, TextLink } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import type { ListView } from '../../api/request-pages';
import { formatMoment } from '../../content/dates';
import { detail } from '../../content/request-detail';
import { requests } from '../../content/requests';
import { ViewLink } from '../../view/view-link';
import { stateOf } from '../status-tag';

interface OtherRequestsProps {
  /** Of the same person, newest first. */
  readonly others: readonly OwnedRequest[];
  readonly list: ListView;
}

export function OtherRequests({ others, list }: OtherRequestsProps) {
  if (others.length === 0) return null;
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl">
          {detail.others}
        </Heading>
        <Stack as="ul" gap="1" listStyleType="none">
          {others.map((other) => (
            <li key={other.id}>
              <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
                <ViewLink to={{ ...list, request: other.id }}>
                  {detail.other(requests.kind[other.kind], formatMoment(other.receivedAt))}
                </ViewLink>
              </TextLink>
              <Text display="inline" fontSize="sm">{` ${stateOf(other).label}`}</Text>
            </li>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
