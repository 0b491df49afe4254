import { FormStatus, Heading, Stack, Text } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useEffect, useId, useRef } from 'react';
import type { ContactMessage } from '../api/send-contact-message';
import { sent } from '../content/messages';
import { recap } from '../content/recap';
import { RecapList } from './recap-list';
import { StayOrGo } from './stay-or-go';
import type { ContactSubmission } from './use-contact-submission';

interface SentPanelProps {
  /** What was stored; undefined until then, and the panel empty. */
  readonly message: ContactMessage | undefined;
  readonly returnHome: ContactSubmission['returnHome'];
  readonly host: Host;
}

/** After a success: the good news, what was sent, and the time to read it. */
export function SentPanel({ message, returnHome, host }: SentPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { isCancelled, listeners } = returnHome;

  // The button that was pressed is off, and later the one to stay is gone: from here, Tab leads on.
  useEffect(() => {
    if (message) panel.current?.focus();
  }, [message, isCancelled]);

  return (
    <Stack
      ref={panel}
      gap="6"
      tabIndex={-1}
      {...(message && { role: 'group', 'aria-labelledby': titleId })}
      {...listeners}
    >
      <FormStatus tone="success">{message && (isCancelled ? sent.staying : sent.status)}</FormStatus>
      {message && (
        <>
          <Stack gap="3" align={{ md: 'flex-start' }}>
            <StayOrGo returnHome={returnHome} host={host} />
            {!isCancelled && (
              <Text fontSize="sm" color="ink.soft">
                {recap.hold}
              </Text>
            )}
          </Stack>
          <Heading as="h2" id={titleId} size="lg">
            {recap.title}
          </Heading>
          <RecapList message={message} />
        </>
      )}
    </Stack>
  );
}
