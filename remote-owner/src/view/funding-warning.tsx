import { fundingDays } from '@site/contract/funding-days';
import { Text, todayInParis } from '@site/shared-ui';
import { fundingLines, type OwnedRequest } from '@site/supabase/requests';
import { detail } from '../content/requests';

interface FundingWarningProps {
  readonly request: Pick<OwnedRequest, 'isAgefice' | 'isFundingAwaited' | 'isFundingDropped'>;
  /** yyyy-MM-dd, that are about to be confirmed. */
  readonly days: readonly string[];
}

/** Tells until when a complete file can go to AGEFICE, and warns of the days that it comes too late for. */
export function FundingWarning({ request, days }: FundingWarningProps) {
  const { isAgefice, isFundingAwaited, isFundingDropped } = request;
  const isAsked = isFundingAwaited || (isAgefice && !isFundingDropped);
  const { late, due, soon } = fundingDays(isAsked ? [...days].sort() : [], todayInParis());
  return (
    <>
      {late && (
        <Text role="note" color="alarm" fontWeight="semibold">
          {detail.fundingLate(late)}
        </Text>
      )}
      {due && (
        <Text role="note" fontWeight={soon ? 'semibold' : undefined}>
          {fundingLines.due(due, soon)}
        </Text>
      )}
    </>
  );
}
