import type { Host } from '@site/contract/host';
import { Box, Button, Stack, useHydrated } from '@site/shared-ui';
import { ContactAlternatives, FormStatus, PrivacyNote, SubmissionSuccess } from '@site/shared-ui/form';
import { form } from '../content/form';
import { failureStatus, sent } from '../content/messages';
import { recapOf } from './recap';
import type { ContactSubmission } from './use-contact-submission';

interface FormFooterProps {
  readonly outcome: Omit<ContactSubmission, 'submit' | 'honeypotRef'>;
  readonly host: Host;
}

export function FormFooter({ outcome: { progress, sentRequest, returnHome }, host }: FormFooterProps) {
  const isHydrated = useHydrated();
  const isLeaving = progress.step === 'sent' && !returnHome.isCancelled;
  const isBusy = progress.step === 'sending' || isLeaving;
  return (
    <Stack gap="5">
      <Box>
        <SubmissionSuccess
          status={sent.status}
          facts={sentRequest && recapOf(sentRequest)}
          returnHome={returnHome}
          host={host}
        />
        <FormStatus tone="error">
          {progress.step === 'failed' && failureStatus[progress.failure.reason](progress.failure)}
        </FormStatus>
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
