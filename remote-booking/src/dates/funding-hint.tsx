import type { Site } from '@site/contract/host';
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { Stack, Text, todayInParis } from '@site/shared-ui';
import { differenceInCalendarDays } from 'date-fns';
import { dates as content } from '../content/dates';

interface FundingHintProps {
  readonly isAgefice: boolean;
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
  readonly payment?: Site['payment'];
}

/** Explains what funding entails. A date that is too soon for a funding file is a hint, not an error. */
export function FundingHint({ isAgefice, dates, payment }: FundingHintProps) {
  const isSoon = (date: string) => differenceInCalendarDays(date, todayInParis()) < FUNDING_LEAD_DAYS;
  const sentences = [
    payment?.advance,
    payment?.refusal,
    dates.some(isSoon) && content.soonForFunding(FUNDING_LEAD_DAYS),
  ];
  return (
    <Stack role="status" gap="2">
      {isAgefice && sentences.map((sentence) => sentence && <Text key={sentence}>{sentence}</Text>)}
    </Stack>
  );
}
