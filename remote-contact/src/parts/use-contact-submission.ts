import { useSubmission } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useState } from 'react';
import { createAttemptKeys } from '../api/attempt-keys';
import { type ContactMessage, sendContactMessage } from '../api/send-contact-message';
import { failed, sent } from '../content/messages';

export type ContactSubmission = ReturnType<typeof useContactSubmission>;

/** Sends messages; the same one pressed again is one attempt, which the server stores once. */
export function useContactSubmission(host: Host) {
  const [attempts] = useState(createAttemptKeys);
  return useSubmission(host, {
    send: async (message: ContactMessage) => {
      const outcome = await sendContactMessage(host.backend, attempts.keyFor(message), message);
      if (outcome.ok) attempts.finish();
      return outcome;
    },
    sent: ({ isAgefice }) => ({ title: sent.title, description: sent.description(isAgefice, host.site.email) }),
    failed,
  });
}
