import { isTooSoonForFunding } from '@site/contract/offer';
import { Text, todayInParis } from '@site/shared-ui';
import { detail } from '../content/requests';

interface FundingWarningProps {
  readonly isAgefice: boolean;
  /** yyyy-MM-dd, that are about to be confirmed. */
  readonly days: readonly string[];
}

/** Warns that AGEFICE may refuse a day because no complete file can be filed in time. */
export function FundingWarning({ isAgefice, days }: FundingWarningProps) {
  const soon = days.filter((day) => isTooSoonForFunding(day, todayInParis())).sort();
  if (!isAgefice || soon.length === 0) return null;
  return (
    <Text role="note" color="alarm" fontWeight="semibold">
      {detail.fundingLate(soon)}
    </Text>
  );
}
