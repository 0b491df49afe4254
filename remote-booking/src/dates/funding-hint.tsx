import { Text, todayInParis } from '@site/shared-ui';
import { differenceInCalendarDays } from 'date-fns';
import { dates as content } from '../content/dates';
import { FUNDING_LEAD_DAYS } from './date-limits';

interface FundingHintProps {
  readonly isAgefice: boolean;
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
}

/** A hint, not an error, about funded dates that are too soon for a funding file. */
export function FundingHint({ isAgefice, dates }: FundingHintProps) {
  const isSoon = (date: string) => differenceInCalendarDays(date, todayInParis()) < FUNDING_LEAD_DAYS;
  return <Text role="status">{isAgefice && dates.some(isSoon) && content.soonForFunding(FUNDING_LEAD_DAYS)}</Text>;
}
