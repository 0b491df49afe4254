import { Box, Button, DirectLine, FormStatus, PrivacyNote, type Progress, Stack, useIsLive } from '@site/shared-ui';
import type { CallFailure } from '@site/shared-ui/backend';
import type { Host } from '@site/shared-ui/host';
import { form } from '../content/form';
import { failureStatus, sent } from '../content/messages';

interface FormFootProps {
  readonly progress: Progress<CallFailure>;
  readonly host: Host;
}

/** What became of the message, the button that sends it, and the ways around the form. */
export function FormFoot({ progress, host }: FormFootProps) {
  const isLive = useIsLive();
  const isBusy = progress.step === 'sending' || progress.step === 'sent';
  return (
    <Stack gap="5">
      <Box>
        <FormStatus tone="success">{progress.step === 'sent' && sent.status}</FormStatus>
        <FormStatus tone="error">{progress.step === 'failed' && failureStatus[progress.failure.reason]}</FormStatus>
      </Box>
      <Button variant="primary" size="lg" type="submit" disabled={!isLive || isBusy} alignSelf={{ md: 'flex-start' }}>
        {progress.step === 'sending' ? form.sending : form.submit}
      </Button>
      <DirectLine lead={form.direct} email={host.site.email} phone={host.site.phone} />
      <PrivacyNote host={host} />
    </Stack>
  );
}
