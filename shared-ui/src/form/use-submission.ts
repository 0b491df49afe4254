import { useEffect, useRef, useState } from 'react';
import type { Host, Notice } from '../host';

const SENT_NOTICE_MS = 5000;
const RETURN_HOME_AFTER_MS = 2000;

interface Failed {
  readonly ok: false;
  readonly error: unknown;
}

export type Progress<Failure extends Failed> =
  | { readonly step: 'ready' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly failure: Failure };

interface SubmissionParts<Request, Failure extends Failed> {
  readonly send: (request: Request) => Promise<{ readonly ok: true } | Failure>;
  readonly sent: (request: Request) => Pick<Notice, 'title' | 'description'>;
  readonly failed: Pick<Notice, 'title' | 'description'>;
}

/** Sends a form, tells the visitor what became of it and, once it is stored, takes them home. */
export function useSubmission<Request, Failure extends Failed>(
  host: Host,
  { send, sent, failed }: SubmissionParts<Request, Failure>,
) {
  const [progress, setProgress] = useState<Progress<Failure>>({ step: 'ready' });
  // Two presses can come before the button is drawn as disabled.
  const isSending = useRef(false);

  // Leaving the page before the time is up cancels the return.
  useEffect(() => {
    if (progress.step !== 'sent') return;
    const timer = setTimeout(() => {
      host.navigate(host.paths.home);
      setProgress({ step: 'ready' });
    }, RETURN_HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [progress.step, host]);

  async function submit(request: Request, onStored: () => void): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setProgress({ step: 'sending' });
    const outcome = await send(request);
    isSending.current = false;
    if (!outcome.ok) {
      console.error(outcome.error);
      host.notify({ ...failed, tone: 'error' });
      setProgress({ step: 'failed', failure: outcome });
      return;
    }
    host.notify({ ...sent(request), tone: 'success', duration: SENT_NOTICE_MS });
    setProgress({ step: 'sent' });
    onStored();
  }

  return { progress, submit, forgetFailure: () => setProgress({ step: 'ready' }) };
}
