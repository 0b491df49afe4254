import type { ConsentChoice, ConsentStore } from '@site/contract/host';
import { Box, Button, Dialog, Stack, Tag, Text } from '@site/shared-ui';
import { useState, useSyncExternalStore } from 'react';
import { cookiePolicy } from '../content/cookie-policy';
import { TextSection } from './text-section';

export function ConsentStatus({ consent }: { readonly consent: ConsentStore }) {
  const { title, statuses, change } = cookiePolicy.consent;
  const choice = useSyncExternalStore(consent.subscribe, consent.get, () => null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { label, text } = statuses[choice ?? 'unset'];
  return (
    <TextSection title={title}>
      <Stack role="status" gap="3">
        <Box>
          <Tag>{label}</Tag>
        </Box>
        <Text>{text}</Text>
      </Stack>
      <Button variant="quiet" alignSelf="start" onClick={() => setIsChoosing(true)}>
        {change}
      </Button>
      <ConsentDialog open={isChoosing} onClose={() => setIsChoosing(false)} choose={consent.choose} />
    </TextSection>
  );
}

interface ConsentDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly choose: (choice: ConsentChoice) => void;
}

function ConsentDialog({ open, onClose, choose }: ConsentDialogProps) {
  const { title, text, reject, accept } = cookiePolicy.dialog;
  const settle = (choice: ConsentChoice) => {
    choose(choice);
    onClose();
  };
  // Both buttons look the same: neither choice may be easier.
  const actions = (
    <>
      <Button variant="quiet" flex="1" onClick={() => settle('rejected')}>
        {reject}
      </Button>
      <Button variant="quiet" flex="1" onClick={() => settle('accepted')}>
        {accept}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={actions}>
      <Text marginTop="4">{text}</Text>
    </Dialog>
  );
}
