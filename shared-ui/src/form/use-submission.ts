import type { Host, Notice } from '@site/contract/host';
import { useEffect, useRef, useState } from 'react';

const SENT_NOTICE_MS = 5000;
const RETURN_HOME_AFTER_MS = 2000;

interface Failed {
  readonly ok: false;
  readonly error: unknown;
}

export type Progress<Failure extends Failed> =
  | { readonly step: 'ready' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly failure: Failure };

/** How a request was filled in. */
export interface FormSignals {
  /** The hidden field has a value: most likely a robot sends the form. */
  readonly isHoneypotFilled: boolean;
}

interface SubmissionParts<Request, Failure extends Failed> {
  readonly send: (request: Request, signals: FormSignals) => Promise<{ readonly ok: true } | Failure>;
  readonly sent: (request: Request) => Pick<Notice, 'title' | 'description'>;
  readonly failed: Pick<Notice, 'title' | 'description'>;
}

/** Sends a form, shows the outcome to the visitor and takes them home after a success. */
export function useSubmission<Request, Failure extends Failed>(
  host: Host,
  { send, sent, failed }: SubmissionParts<Request, Failure>,
) {
  const [progress, setProgress] = useState<Progress<Failure>>({ step: 'ready' });
  const [stored, setStored] = useState<Request>();
  // Two clicks can come before the button is rendered as disabled.
  const isSending = useRef(false);
  const honeypotRef = useRef<HTMLInputElement>(null);
  const isSent = progress.step === 'sent';
  const returnHome = useReturnHome(host, isSent, () => setProgress({ step: 'ready' }));

  async function submit(request: Request, onStored: () => void): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setProgress({ step: 'sending' });
    // Read from the document: the field may have been filled in before hydration.
    const outcome = await send(request, { isHoneypotFilled: Boolean(honeypotRef.current?.value) });
    isSending.current = false;
    if (!outcome.ok) {
      console.error(outcome.error);
      host.notify({ ...failed, tone: 'error' });
      setProgress({ step: 'failed', failure: outcome });
      return;
    }
    host.notify({ ...sent(request), tone: 'success', duration: SENT_NOTICE_MS });
    setStored(request);
    setProgress({ step: 'sent' });
    onStored();
  }

  return {
    progress,
    submit,
    /** For the form's `Honeypot`. */
    honeypotRef,
    forgetFailure: () => setProgress({ step: 'ready' }),
    /** The stored request, while the page shows it. */
    sentRequest: isSent ? stored : undefined,
    returnHome,
  };
}

const notHeld = { byPointer: false, byFocus: false, forGood: false };

export type ReturnHome = ReturnType<typeof useReturnHome>;

/** Takes the visitor home, unless they leave, stay, or use the element that has `listeners`. */
function useReturnHome(host: Host, isDue: boolean, onReturned: () => void) {
  const [holds, setHolds] = useState(notHeld);
  const isHeld = holds.byPointer || holds.byFocus || holds.forGood;

  useEffect(() => {
    if (!isDue) setHolds(notHeld);
  }, [isDue]);

  useEffect(() => {
    if (!isDue || isHeld) return;
    const timer = setTimeout(() => {
      host.navigate(host.paths.home);
      onReturned();
    }, RETURN_HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDue, isHeld, host]);

  const hold = (by: keyof typeof notHeld, isOn: boolean) =>
    setHolds((current) => (current[by] === isOn ? current : { ...current, [by]: isOn }));

  return {
    isCancelled: holds.forGood,
    stay: () => hold('forGood', true),
    /** Focus on the element itself, where reading starts, does not hold the return home. */
    listeners: {
      // Not on pointerenter, which also fires for an element that appears under a resting pointer.
      onPointerMove: () => hold('byPointer', true),
      onPointerDown: () => hold('byPointer', true),
      onPointerLeave: () => hold('byPointer', false),
      onKeyDown: () => hold('byFocus', true),
      onFocus: (event: { target: unknown; currentTarget: unknown }) =>
        hold('byFocus', event.target !== event.currentTarget),
      onBlur: () => hold('byFocus', false),
    },
  };
}
