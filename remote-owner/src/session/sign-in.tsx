import { cleanEmail } from '@site/forms/texts';
import { Button, Card, Container, Heading, Text } from '@site/shared-ui';
import { FormStatus, TextField } from '@site/shared-ui/form';
import { type FormEvent, useState } from 'react';
import type { OwnerApi, SignInAnswer } from '../api/owner-api';
import { signIn, signInFailures } from '../content/sign-in';
import { Form, Outcomes } from '../view/form';
import { CodeForm } from './code-form';

interface SignInProps {
  readonly api: OwnerApi;
  /** Why the session ended, if known. */
  readonly reason?: string | null;
}

export function SignIn({ api, reason = null }: SignInProps) {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  return (
    <Container maxWidth="32rem" paddingBlock={{ base: '5', md: '10' }} paddingInline={{ base: '4', md: '6' }}>
      <Card>
        {isSent ? (
          <CodeForm api={api} email={email} onOtherEmail={() => setIsSent(false)} />
        ) : (
          <EmailForm api={api} email={email} onEmail={setEmail} onSent={() => setIsSent(true)} reason={reason} />
        )}
      </Card>
    </Container>
  );
}

interface EmailFormProps extends SignInProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: () => void;
}

function EmailForm({ api, email, onEmail, onSent, reason }: EmailFormProps) {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    // Not the state: a password manager may have filled in the field without an event.
    const address = cleanEmail(String(new FormData(event.currentTarget).get('owner-email')));
    setError(/^\S+@\S+$/.test(address) ? undefined : signIn.emailMissing);
    if (!/^\S+@\S+$/.test(address)) return;
    onEmail(address);
    setIsSending(true);
    setFailure(null);
    const answer: SignInAnswer = await api.session.sendCode(address);
    setIsSending(false);
    if (answer.ok) onSent();
    else setFailure(signInFailures[answer.reason]);
  };
  return (
    <Form aria-label={signIn.form} onSubmit={send}>
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
    </Form>
  );
}
