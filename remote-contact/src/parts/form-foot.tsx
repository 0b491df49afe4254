import { Box, Button, FormStatus, Stack, useIsLive } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { form } from '../content/form';
import { failureStatus, sent } from '../content/messages';
import { DirectLine } from './direct-line';
import { PrivacyNote } from './privacy-note';
import type { Progress } from './use-contact-submission';

interface FormFootProps {
  readonly progress: Progress;
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
        <FormStatus tone="error">{progress.step === 'failed' && failureStatus[progress.reason]}</FormStatus>
      </Box>
      <Button variant="primary" size="lg" type="submit" disabled={!isLive || isBusy} alignSelf={{ md: 'flex-start' }}>
        {progress.step === 'sending' ? form.sending : form.submit}
      </Button>
      <DirectLine site={host.site} />
      <PrivacyNote host={host} />
    </Stack>
  );
}
