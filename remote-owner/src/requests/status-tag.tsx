import { areDaysOver } from '@site/contract/day-hours';
import { Tag, Text, TextLink } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useFirstDayAhead } from '../api/owner-api';
import type { Clash } from '../api/requests';
import { detail, requests } from '../content/requests';
import { listOf, useView, ViewLink } from '../view/view-address';

/** The colour only repeats the words. */
export function StatusTag({ request }: { readonly request: OwnedRequest }) {
  const { label, isQuiet } = statusOf(request, useFirstDayAhead());
  return isQuiet ? (
    <Tag bg="sage.mist" color="ink">
      {label}
    </Tag>
  ) : (
    <Tag>{label}</Tag>
  );
}

export function statusOf(request: OwnedRequest, ahead: string) {
  const { isSpam, status, handledAt, confirmedDates, followUp } = request;
  if (isSpam) return { label: requests.spamTag, isQuiet: true };
  if (status === 'confirmee' && followUp.paid && areDaysOver(confirmedDates, ahead))
    return { label: requests.over, isQuiet: true };
  if (status) return { label: requests.status[status], isQuiet: status !== 'nouvelle' };
  return handledAt ? { label: requests.handled, isQuiet: true } : { label: requests.toHandle, isQuiet: false };
}

interface ClashesProps {
  readonly clashes: readonly Clash[];
  /** yyyy-MM-dd */
  readonly day: string;
  /** Set for the request that has the day: others who still ask for it wait for an answer. */
  readonly isOurs?: boolean;
}

export function Clashes({ clashes, day, isOurs = false }: ClashesProps) {
  const clashesOfDay = clashes.filter(({ date }) => date === day);
  const confirmedClashes = clashesOfDay.filter(({ isConfirmed }) => isConfirmed);
  const asking = clashesOfDay.filter(({ isConfirmed }) => !isConfirmed);
  return (
    <>
      {confirmedClashes.length > 0 && (
        <Text fontSize="sm" fontWeight="semibold" color="alarm" overflowWrap="anywhere">
          {detail.alreadyConfirmed}
          <Names clashes={confirmedClashes} />
        </Text>
      )}
      {asking.length > 0 && !isOurs && (
        <Text fontSize="sm" color="alarm" overflowWrap="anywhere">
          {detail.clash(asking.map(({ name }) => name))}
        </Text>
      )}
      {asking.length > 0 && isOurs && (
        <Text fontSize="sm" overflowWrap="anywhere">
          {detail.stillAsking(asking.length)}
          <Names clashes={asking} />
        </Text>
      )}
    </>
  );
}

function Names({ clashes }: { readonly clashes: readonly Clash[] }) {
  const list = listOf(useView());
  return clashes.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <TextLink asChild>
        <ViewLink to={{ ...list, request: id }}>{name}</ViewLink>
      </TextLink>
    </span>
  ));
}
