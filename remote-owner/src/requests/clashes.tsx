import { Text } from '@site/shared-ui';
import type { RequestDetail } from '../api/wire';
import { detail } from '../content/requests';

interface ClashesProps {
  readonly of: RequestDetail['clashes'];
  /** yyyy-MM-dd */
  readonly on: string;
}

export function Clashes({ of, on }: ClashesProps) {
  const names = of.filter(({ date }) => date === on).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Text fontSize="sm" color="tile.deep" overflowWrap="anywhere">
      {detail.clash(names)}
    </Text>
  );
}
