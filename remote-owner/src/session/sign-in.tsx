import { cleanEmail } from '@site/contract/email';
import { Button, Card, Container, Heading, Text } from '@site/shared-ui';
import { FormStatus, TextField } from '@site/shared-ui/form';
import { useRef, useState } from 'react';
import type { OwnerApi } from '../api/owner-api';
import { signIn, signInFailure } from '../content/space';
import { Form, Outcomes } from '../view/form';
import { pagePadding } from '../view/frame';
import { CodeForm, type CodeStep, keepCodeStep, readCodeStep, stepAfter } from './code-form';

interface SignInProps {
  readonly api: OwnerApi;
  readonly reason?: string | null;
  /** Initial value: the address whose session ended. */
  readonly address?: string | null;
}

export function SignIn({ api, reason = null, address = null }: SignInProps) {
  const [step, setStep] = useState(readCodeStep);
  const [email, setEmail] = useState(step?.email ?? address ?? '');
  const goTo = (next: CodeStep | null) => {
    keepCodeStep(next);
    setStep(next);
  };
  return (
    <Container maxWidth="32rem" paddingBlock={{ base: '5', md: '10' }} paddingInline={pagePadding}>
      <Card>
        {step ? (
          <CodeForm api={api} step={step} onStep={goTo} />
        ) : (
          <EmailForm api={api} email={email} onEmail={setEmail} onStep={goTo} reason={reason} />
        )}
      </Card>
    </Container>
  );
}

interface EmailFormProps extends Omit<SignInProps, 'address'> {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onStep: (step: CodeStep) => void;
}

function EmailForm({ api, email, onEmail, onStep, reason }: EmailFormProps) {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);
  /** The typed address; null if it is none, which the field then reports. */
  const readAddress = () => {
    // A password manager may have filled in the field without an event, so the state is not read.
    const typed = form.current && new FormData(form.current).get('owner-email');
    const address = cleanEmail(String(typed ?? ''));
    const isAddress = /^\S+@\S+$/.test(address);
    setError(isAddress ? undefined : address === '' ? signIn.emailMissing : signIn.emailIncomplete);
    if (!isAddress) return null;
    onEmail(address);
    return address;
  };
  const send = async () => {
    if (isSending) return;
    const address = readAddress();
    if (address === null) return;
    setIsSending(true);
    setFailure(null);
    const answer = await api.session.sendCode(address);
    setIsSending(false);
    const step = stepAfter(answer, address);
    if (step) onStep(step);
    else if (!answer.ok) setFailure(signInFailure(answer));
  };
  const askForOwnedCode = () => {
    const address = readAddress();
    if (address !== null) onStep({ email: address, resendAt: 0, origin: 'owned' });
  };
  return (
    <Form ref={form} aria-label={signIn.form} onSubmit={send}>
      <Heading as="h2" size="xl">
        {signIn.form}
      </Heading>
      <Outcomes>
        <FormStatus tone="error">{failure ?? reason}</FormStatus>
        <Text>{signIn.intro}</Text>
      </Outcomes>
      <TextField
        label={signIn.email}
        name="owner-email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={error}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={isSending}>
        {isSending ? signIn.sending : signIn.send}
      </Button>
      <Button variant="quiet" onClick={askForOwnedCode}>
        {signIn.owned}
      </Button>
    </Form>
  );
}
