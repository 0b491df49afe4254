import type { Host } from '@site/shared-ui/host';
import { useEffect, useRef, useState } from 'react';
import { createAttemptKeys } from '../api/attempt-keys';
import { type ContactFailure, type ContactMessage, sendContactMessage } from '../api/send-contact-message';
import { failed, sent } from '../content/messages';

const SENT_NOTICE_MS = 5000;
const RETURN_HOME_AFTER_MS = 2000;

export type Progress =
  | { readonly step: 'ready' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly reason: ContactFailure };

const READY: Progress = { step: 'ready' };

/** Sends the message, tells the visitor what became of it and, once it is stored, takes them home. */
export function useContactSubmission(host: Host) {
  const [progress, setProgress] = useState<Progress>(READY);
  const [attempts] = useState(createAttemptKeys);
  // Two presses can come before the button is drawn as disabled.
  const isSending = useRef(false);

  // Leaving the page before the time is up cancels the return.
  useEffect(() => {
    if (progress.step !== 'sent') return;
    const timer = setTimeout(() => {
      host.navigate(host.paths.home);
      setProgress(READY);
    }, RETURN_HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [progress.step, host]);

  async function send(message: ContactMessage, onStored: () => void): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setProgress({ step: 'sending' });
    const outcome = await sendContactMessage(host.backend, attempts.keyFor(message), message);
    isSending.current = false;
    if (!outcome.ok) {
      console.error(outcome.error);
      host.notify({ ...failed, tone: 'error' });
      setProgress({ step: 'failed', reason: outcome.reason });
      return;
    }
    attempts.finish();
    const description = sent.description(message.isAgefice, host.site.email);
    host.notify({ title: sent.title, description, tone: 'success', duration: SENT_NOTICE_MS });
    setProgress({ step: 'sent' });
    onStored();
  }

  return { progress, send };
}
