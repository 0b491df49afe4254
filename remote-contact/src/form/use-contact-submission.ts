import type { Host } from '@site/contract/host';
import { useSubmission } from '@site/forms/submission';
import { useState } from 'react';
import { createContactSender } from '../api/contact-sender';
import type { ContactMessage } from '../api/send-contact-message';
import { failed, sent } from '../content/messages';

const SENT_NOTICE_MS = 5000;

export function useContactSubmission(host: Host) {
  const [send] = useState(() => createContactSender(host.backend));
  return useSubmission(host, {
    send,
    sent: ({ isAgefice }: ContactMessage) => ({
      title: sent.title,
      duration: SENT_NOTICE_MS,
      description: sent.description(isAgefice, host.site.email),
    }),
    failed,
  });
}
