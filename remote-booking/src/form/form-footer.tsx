import type { Host } from '@site/contract/host';
import { Box, Button, Stack, Text, useHydrated } from '@site/shared-ui';
import { ContactAlternatives, FormStatus, PrivacyNote, type Progress, SubmissionSuccess } from '@site/shared-ui/form';
import type { BookingFailure } from '../api/booking-sender';
import { CalendarFileLink } from '../calendar-file/calendar-file-link';
import { form } from '../content/form';
import { dateClosed, datesMissing, failureStatus, sent } from '../content/messages';
import { page } from '../content/page';
import { calendarFile } from '../content/recap';
import { recapOf } from './recap';
import type { BookingSubmission } from './use-booking-submission';

interface FormFooterProps {
  readonly outcome: Omit<BookingSubmission, 'submit' | 'honeypotRef' | 'resetFailure'>;
  readonly refusal: string | undefined;
  readonly host: Host;
}

export function FormFooter({ outcome: { progress, sentRequest, returnHome, file }, refusal, host }: FormFooterProps) {
  const isHydrated = useHydrated();
  const { payment } = host.site;
  const isLeaving = progress.step === 'sent' && !returnHome.isCancelled;
  const isBusy = progress.step === 'sending' || isLeaving;
  return (
    <Stack gap="5">
      <Text>{[page.request, payment?.when, payment?.how].filter(Boolean).join(' ')}</Text>
      <Box>
        <SubmissionSuccess
          status={sent.status}
          facts={sentRequest && recapOf(sentRequest)}
          returnHome={returnHome}
          host={host}
          action={file && <CalendarFileLink {...file} />}
          note={calendarFile.note}
        />
        <FormStatus tone="error">{refusal ?? wordingOf(progress)}</FormStatus>
      </Box>
      <Button
        variant="primary"
        size="lg"
        type="submit"
        disabled={!isHydrated || isBusy}
        alignSelf={{ md: 'flex-start' }}
      >
        {progress.step === 'sending' ? form.sending : form.submit}
      </Button>
      <ContactAlternatives lead={form.direct} email={host.site.email} phone={host.site.phone} />
      <PrivacyNote host={host} />
    </Stack>
  );
}

function wordingOf(progress: Progress<BookingFailure>): string | undefined {
  if (progress.step !== 'failed') return undefined;
  const { failure } = progress;
  if (failure.closedDate) return dateClosed(failure.closedDate);
  // `datesMissing` asks for an immediate retry, which a rate limit would refuse.
  return failure.isReserved && failure.reason !== 'too-many' ? datesMissing : failureStatus[failure.reason](failure);
}
