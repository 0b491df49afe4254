import type { Host, Notice } from '@site/contract/host';
import { useEffect, useRef, useState } from 'react';
import { showErrorNotice, withdrawErrorNotice } from './error-notice';
import { useReturnHome } from './use-return-home';

interface Failed {
  readonly ok: false;
  readonly error: unknown;
}

export type Progress<Failure extends Failed> =
  | { readonly step: 'ready' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly failure: Failure };

export interface FormSignals {
  /** The hidden field has a value: a robot probably filled in the form. */
  readonly isHoneypotFilled: boolean;
}

interface SubmissionParts<Request, Failure extends Failed> {
  readonly send: (request: Request, signals: FormSignals) => Promise<{ readonly ok: true } | Failure>;
  readonly sent: (request: Request) => Omit<Notice, 'tone'>;
  readonly failed: Pick<Notice, 'title' | 'description'>;
}

/** Sends a form, shows the outcome to the visitor and takes them home after a success. */
export function useSubmission<Request, Failure extends Failed>(
  host: Host,
  { send, sent, failed }: SubmissionParts<Request, Failure>,
) {
  const [progress, setProgress] = useState<Progress<Failure>>({ step: 'ready' });
  const [stored, setStored] = useState<Request>();
  // A second click can come before the button is rendered as disabled.
  const isSending = useRef(false);
  const isMounted = useIsMounted();
  const honeypotRef = useRef<HTMLInputElement>(null);
  const isSent = progress.step === 'sent';
  const returnHome = useReturnHome(host, isSent, () => setProgress({ step: 'ready' }));

  async function submit(request: Request, onStored: () => void): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    withdrawErrorNotice(host);
    setProgress({ step: 'sending' });
    // Read from the document: the field may have been filled in before hydration.
    const outcome = await send(request, { isHoneypotFilled: Boolean(honeypotRef.current?.value) });
    isSending.current = false;
    if (!outcome.ok) {
      console.error(outcome.error);
      // While it is mounted, the form itself announces the failure.
      showErrorNotice(host, { ...failed, announced: !isMounted.current });
      setProgress({ step: 'failed', failure: outcome });
      return;
    }
    host.notify({ ...sent(request), tone: 'success' });
    setStored(request);
    setProgress({ step: 'sent' });
    onStored();
  }

  return {
    progress,
    submit,
    honeypotRef,
    resetFailure: () => setProgress({ step: 'ready' }),
    /** The stored request; undefined unless `progress` is `sent`. */
    sentRequest: isSent ? stored : undefined,
    returnHome,
  };
}

function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
