import type { Host, Notice, PageReleases } from '@site/contract/host';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { CallFailure } from './outcome';
import { useReturnHome } from './return-home';

interface Failed {
  readonly ok: false;
  readonly error: unknown;
}

type Progress<Failure extends Failed> =
  | { readonly step: 'ready' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly failure: Failure };

export interface FormSignals {
  /** The hidden field has a value: a robot probably filled in the form. */
  readonly isHoneypotFilled: boolean;
  /** Undefined in development. */
  readonly releases?: PageReleases | undefined;
}

interface SubmissionOptions<Request, Failure extends Failed> {
  readonly send: (request: Request, signals: FormSignals) => Promise<{ readonly ok: true } | Failure>;
  readonly sent: (request: Request) => Omit<Notice, 'tone'>;
  readonly failed: Pick<Notice, 'title' | 'description'>;
}

/** Sends a form, shows the outcome to the visitor and takes them home after a success. */
export function useSubmission<Request, Failure extends Failed>(
  host: Host,
  { send, sent, failed }: SubmissionOptions<Request, Failure>,
) {
  const [progress, setProgress] = useState<Progress<Failure | CallFailure>>({ step: 'ready' });
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
    const isHoneypotFilled = Boolean(honeypotRef.current?.value);
    const outcome = await outcomeOf(async () => send(request, { isHoneypotFilled, releases: host.releases?.() }));
    isSending.current = false;
    // The form is first in its new state: a notice that fails must not leave it sending.
    if (!outcome.ok) {
      console.error(outcome.error);
      setProgress({ step: 'failed', failure: outcome });
      // While it is mounted, the form itself announces the failure.
      showErrorNotice(host, { ...failed, announced: !isMounted.current });
      return;
    }
    setStored(request);
    setProgress({ step: 'sent' });
    onStored();
    host.notify({ ...sent(request), tone: 'success' });
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

/** Returns an error that `send` does not expect as a refusal, so that the visitor can send again or write. */
async function outcomeOf<Outcome>(send: () => Promise<Outcome>): Promise<Outcome | CallFailure> {
  try {
    return await send();
  } catch (error) {
    return { ok: false, reason: 'rejected', error };
  }
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

/** A hidden field that only robots fill in. Pass the `honeypotRef` of `useSubmission` as its `ref`. */
export function Honeypot({ ref }: { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <div hidden>
      <input ref={ref} type="text" name="subject" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

// One notice per form: each remote bundles its own copy of this module and has one form. Keyed by host, which outlives
// the page: the notice stays while the visitor leaves the form and comes back.
const shown = new WeakMap<Host, () => void>();

export function showErrorNotice(host: Host, notice: Omit<Notice, 'tone'>): void {
  withdrawErrorNotice(host);
  shown.set(host, host.notify({ ...notice, tone: 'error' }));
}

export function withdrawErrorNotice(host: Host): void {
  shown.get(host)?.();
  shown.delete(host);
}
