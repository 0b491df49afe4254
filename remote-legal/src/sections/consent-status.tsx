import type { ConsentStore } from '@site/contract/host';
import { Box, Button, Stack, Tag, Text } from '@site/shared-ui';
import { useState, useSyncExternalStore } from 'react';
import { cookiePolicy } from '../content/cookie-policy';
import { ConsentDialog } from './consent-dialog';
import { TextSection } from './text-section';

const { title, statuses, change } = cookiePolicy.consent;

export function ConsentStatus({ consent }: { readonly consent: ConsentStore }) {
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
