import { Text, TextLink } from '@site/shared-ui';
import type { Clash } from '../api/requests';
import { detail } from '../content/request-detail';
import { listOf, useView } from '../view/view';
import { ViewLink } from '../view/view-link';

interface ClashesProps {
  readonly of: readonly Clash[];
  /** yyyy-MM-dd */
  readonly on: string;
  /** The day is confirmed for this request: those who still ask for it wait for an answer. */
  readonly isOurs?: boolean;
}

/** Other reservations for a day. */
export function Clashes({ of, on, isOurs = false }: ClashesProps) {
  const others = of.filter(({ date }) => date === on);
  const taken = others.filter(({ isConfirmed }) => isConfirmed);
  const asking = others.filter(({ isConfirmed }) => !isConfirmed);
  return (
    <>
      {taken.length > 0 && (
        <Text fontSize="sm" fontWeight="semibold" color="tile.deep" overflowWrap="anywhere">
          {detail.alreadyConfirmed}
          <Names of={taken} />
        </Text>
      )}
      {asking.length > 0 && !isOurs && (
        <Text fontSize="sm" color="tile.deep" overflowWrap="anywhere">
          {detail.clash(asking.map(({ name }) => name))}
        </Text>
      )}
      {asking.length > 0 && isOurs && (
        <Text fontSize="sm" overflowWrap="anywhere">
          {detail.stillAsking(asking.length)}
          <Names of={asking} />
        </Text>
      )}
    </>
  );
}

function Names({ of }: { readonly of: readonly Clash[] }) {
  const list = listOf(useView());
  return of.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <TextLink asChild>
        <ViewLink to={{ ...list, request: id }}>{name}</ViewLink>
      </TextLink>
    </span>
  ));
}
