import {
  Box,
  Button,
  DirectLine,
  FormStatus,
  PrivacyNote,
  type Progress,
  Stack,
  Text,
  useIsLive,
} from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { form } from '../content/form';
import { datesMissing, failureStatus, sent } from '../content/messages';
import { page } from '../content/page';
import type { BookingFailure } from '../submission/booking-sender';

interface FormFootProps {
  readonly progress: Progress<BookingFailure>;
  /** What keeps the form from being sent. */
  readonly refusal: string | undefined;
  readonly host: Host;
}

/** What became of the request, the button that sends it, and the ways around the form. */
export function FormFoot({ progress, refusal, host }: FormFootProps) {
  const isLive = useIsLive();
  const isBusy = progress.step === 'sending' || progress.step === 'sent';
  return (
    <Stack gap="5">
      <Text>{page.request}</Text>
      <Box>
        <FormStatus tone="success">{progress.step === 'sent' && sent.status}</FormStatus>
        <FormStatus tone="error">{refusal ?? wordingOf(progress)}</FormStatus>
      </Box>
      <Button variant="primary" size="lg" type="submit" disabled={!isLive || isBusy} alignSelf={{ md: 'flex-start' }}>
        {progress.step === 'sending' ? form.sending : form.submit}
      </Button>
      <DirectLine lead={form.direct} email={host.site.email} phone={host.site.phone} />
      <PrivacyNote host={host} />
    </Stack>
  );
}

function wordingOf(progress: Progress<BookingFailure>): string | undefined {
  if (progress.step !== 'failed') return undefined;
  return progress.failure.isReserved ? datesMissing : failureStatus[progress.failure.reason];
}
