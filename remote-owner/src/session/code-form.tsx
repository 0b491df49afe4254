import { Button, Heading, Text } from '@site/shared-ui';
import { FormStatus, TextField } from '@site/shared-ui/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { OwnerApi } from '../api/owner-api';
import { signIn, signInFailures } from '../content/sign-in';
import { Form, Outcomes } from '../view/form';

const RESEND_AFTER_S = 60;
/** Hosted Supabase Auth sends as many digits as its settings say, from six to ten. */
const CODE = /^\d{6,10}$/;

interface CodeFormProps {
  readonly api: OwnerApi;
  readonly email: string;
  readonly onOtherEmail: () => void;
}

export function CodeForm({ api, email, onOtherEmail }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const typeAgain = (isComplete: boolean) => {
    input.current?.focus();
    if (isComplete) input.current?.select();
  };
  const { code, setCode, error, failure, isEntering, hasResent, enter, resend, left } = useCode({
    api,
    email,
    onRefused: typeAgain,
  });
  useEffect(() => input.current?.focus(), []);
  return (
    <Form aria-label={signIn.codeForm} onSubmit={enter}>
      <Heading as="h2" size="xl">
        {signIn.codeForm}
      </Heading>
      <Outcomes>
        <Text overflowWrap="anywhere">{signIn.sent(email)}</Text>
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
      <Button variant="quiet" disabled={left > 0} onClick={resend}>
        {left > 0 ? signIn.resendIn(left) : signIn.resend}
      </Button>
      <Button variant="quiet" onClick={onOtherEmail}>
        {signIn.otherEmail}
      </Button>
    </Form>
  );
}

interface CodeOptions extends Pick<CodeFormProps, 'api' | 'email'> {
  /** Called when the code must be completed or, if it is complete, replaced. */
  readonly onRefused: (isComplete: boolean) => void;
}

function useCode({ api, email, onRefused }: CodeOptions) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isEntering, setIsEntering] = useState(false);
  const [hasResent, setHasResent] = useState(false);
  const [left, restart] = useCountdown(RESEND_AFTER_S);

  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isEntering) return;
    // Not the state: a program may have filled in the field without an event. A pasted code may have anything around its digits.
    const digits = String(new FormData(event.currentTarget).get('owner-code')).replace(/\D/g, '');
    setError(CODE.test(digits) ? undefined : signIn.codeMissing);
    if (!CODE.test(digits)) return onRefused(false);
    setIsEntering(true);
    setFailure(null);
    const answer = await api.session.enterCode(email, digits);
    setIsEntering(false);
    if (answer.ok) return;
    setFailure(signInFailures[answer.reason]);
    onRefused(true);
  };
  const resend = async () => {
    restart();
    setFailure(null);
    const answer = await api.session.sendCode(email);
    setHasResent(answer.ok);
    if (!answer.ok) setFailure(signInFailures[answer.reason]);
  };
  return { code, setCode, error, failure, isEntering, hasResent, enter, resend, left };
}

function useCountdown(seconds: number): readonly [left: number, restart: () => void] {
  const [left, setLeft] = useState(seconds);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setLeft((now) => now - 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [left, () => setLeft(seconds)];
}
