import { Button, Heading, Text } from '@site/shared-ui';
import { FormStatus, TextField } from '@site/shared-ui/form';
import { useEffect, useRef, useState } from 'react';
import { readStored, store } from '../api/answer-storage';
import type { OwnerApi, SignInAnswer } from '../api/owner-api';
import { signIn, signInFailure } from '../content/space';
import { Form, Outcomes } from '../view/form';

const RESEND_AFTER_S = 60;
/** Hosted Supabase Auth sends as many digits as its settings say, from six to ten. */
const CODE = /^\d{6,10}$/;

/** The step after a code was requested; null if it was refused. A code that was sent recently can be entered. */
export function stepAfter(answer: SignInAnswer, email: string): CodeStep | null {
  if (!answer.ok && answer.reason !== 'too-soon') return null;
  const wait = answer.ok ? RESEND_AFTER_S : (answer.wait ?? RESEND_AFTER_S);
  return { email, resendAt: Date.now() + wait * 1000, origin: answer.ok ? 'sent' : 'recent' };
}

interface CodeFormProps {
  readonly api: OwnerApi;
  readonly step: CodeStep;
  /** Called with the next step; null returns to the field for the address. */
  readonly onStep: (step: CodeStep | null) => void;
}

export function CodeForm({ api, step, onStep }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const typeAgain = (isComplete: boolean) => {
    input.current?.focus();
    if (isComplete) input.current?.select();
  };
  const { code, setCode, error, failure, isEntering, hasResent, enter, resend } = useCode({
    api,
    step,
    onStep,
    onRefused: typeAgain,
  });
  const secondsLeft = useSecondsUntil(step.resendAt);
  useEffect(() => input.current?.focus(), []);
  return (
    <Form aria-label={signIn.codeForm} onSubmit={enter}>
      <Heading as="h2" size="xl">
        {signIn.codeForm}
      </Heading>
      <Outcomes>
        <Text overflowWrap="anywhere">{signIn.origin[step.origin](step.email)}</Text>
        <FormStatus tone="error">{failure}</FormStatus>
        <FormStatus tone="success">{hasResent && !failure && signIn.resent}</FormStatus>
      </Outcomes>
      <TextField
        ref={input}
        label={signIn.code}
        name="owner-code"
        hint={signIn.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={error}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={isEntering}>
        {isEntering ? signIn.entering : signIn.enter}
      </Button>
      <Button variant="quiet" disabled={secondsLeft > 0} onClick={resend}>
        {secondsLeft > 0 ? signIn.resendIn(secondsLeft) : signIn.resend}
      </Button>
      <Button variant="quiet" onClick={() => onStep(null)}>
        {signIn.otherEmail}
      </Button>
    </Form>
  );
}

interface CodeOptions extends CodeFormProps {
  /** Called when the code must be completed or, if it is complete, replaced. */
  readonly onRefused: (isComplete: boolean) => void;
}

function useCode({ api, step, onStep, onRefused }: CodeOptions) {
  const { email } = step;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isEntering, setIsEntering] = useState(false);
  const [hasResent, setHasResent] = useState(false);

  const enter = async (form: HTMLFormElement) => {
    if (isEntering) return;
    // A program may have filled in the field without an event, so the state is not read. A pasted code may have
    // anything around its digits.
    const digits = String(new FormData(form).get('owner-code')).replace(/\D/g, '');
    setError(CODE.test(digits) ? undefined : signIn.codeMissing);
    if (!CODE.test(digits)) return onRefused(false);
    setIsEntering(true);
    setFailure(null);
    const answer = await api.session.enterCode(email, digits);
    setIsEntering(false);
    if (answer.ok) return void keepCodeStep(null);
    setFailure(signInFailure(answer));
    onRefused(true);
  };
  const resend = async () => {
    onStep({ ...step, resendAt: Date.now() + RESEND_AFTER_S * 1000 });
    setFailure(null);
    const answer = await api.session.sendCode(email);
    setHasResent(answer.ok);
    const next = stepAfter(answer, email);
    if (next) onStep(next);
    else if (!answer.ok) setFailure(signInFailure(answer));
  };
  return { code, setCode, error, failure, isEntering, hasResent, enter, resend };
}

/** Whole seconds; timers stop while a phone shows another app, so that each tick compares with the clock. */
function useSecondsUntil(moment: number): number {
  const secondsUntil = () => Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  const [, setTick] = useState(0);
  const secondsLeft = secondsUntil();
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return secondsLeft;
}

/** A code was sent to this address, or the owner has one already. */
export interface CodeStep {
  readonly email: string;
  /** The next code can be requested then, in milliseconds since 1970. */
  readonly resendAt: number;
  /** `owned`: no code was sent now. */
  readonly origin: 'sent' | 'recent' | 'owned';
}

interface StoredStep extends CodeStep {
  readonly keptAt: number;
}

const KEY = 'espace-connexion';
/** A code is valid as long. */
const KEPT_MS = 600_000;

/**
 * A phone may reload the tab while its owner reads the mail with the code. Null without a step or after ten minutes.
 */
export function readCodeStep(): CodeStep | null {
  const { email, resendAt, origin, keptAt } = readStored<StoredStep>('sessionStorage', KEY) ?? {};
  if (typeof email !== 'string' || typeof resendAt !== 'number' || typeof keptAt !== 'number') return null;
  const ageMs = Date.now() - keptAt;
  if (ageMs < 0 || ageMs > KEPT_MS) return null;
  return { email, resendAt, origin: origin === 'recent' || origin === 'owned' ? origin : 'sent' };
}

/** Null removes it. The form works without it. */
export const keepCodeStep = (step: CodeStep | null) =>
  store('sessionStorage', KEY, step && ({ ...step, keptAt: Date.now() } satisfies StoredStep));
