import { EMAIL_RULE } from '@site/contract/email';
import { cleanEmail } from '@site/forms/texts';
import { Button, Card, Dialog, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fileNames, settings } from '../content/settings';
import { space } from '../content/space';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';
import { Form } from '../view/form';
import { download } from './download';

export function PersonForm() {
  const { api, host } = useOwner();
  const [email, setEmail] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const address = cleanEmail(email);
  const isAddress = EMAIL_RULE.test(address);
  const exporting = useMutation({
    mutationFn: () => api.call('owner_person', { email: address }),
    onSuccess: (data) => {
      if (!data) return void host.notify({ title: settings.noPerson, tone: 'success', duration: 5000 });
      download({
        name: fileNames.person(todayInParis()),
        type: 'application/json',
        text: `${JSON.stringify(data, null, 2)}\n`,
      });
    },
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAddress) exporting.mutate();
  };
  return (
    <Card>
      <Form onSubmit={submit}>
        <Heading as="h4" size="lg">
          {settings.person}
        </Heading>
        <Text>{settings.personText}</Text>
        <TextField
          label={settings.personEmail}
          name="person-email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Flex gap="3" wrap="wrap">
          <Button variant="quiet" type="submit" disabled={!isAddress || exporting.isPending}>
            {settings.personExport}
          </Button>
          <Button variant="quiet" disabled={!isAddress} onClick={() => setIsAsked(true)}>
            {settings.personErase}
          </Button>
        </Flex>
      </Form>
      {isAsked && (
        <EraseDialog
          email={address}
          onClose={() => setIsAsked(false)}
          onErased={() => {
            setIsAsked(false);
            setEmail('');
          }}
        />
      )}
    </Card>
  );
}

interface EraseDialogProps {
  readonly email: string;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const erasing = useMutation({
    mutationFn: () => api.call('owner_erase_person', { email, typed: typed.trim() }),
    onSuccess: (counts) => {
      const sum = Object.values(counts).reduce((total, count) => total + count, 0);
      host.notify({ title: sum > 0 ? settings.eraseDone(sum) : settings.noPerson, tone: 'success', duration: 5000 });
      void queries.invalidateQueries();
      onErased();
    },
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
  });
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <Dialog
      open
      onClose={onClose}
      title={settings.eraseTitle}
      actions={
        <>
          <Button variant="primary" disabled={!isTyped || erasing.isPending} onClick={() => erasing.mutate()}>
            {settings.personErase}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {space.cancel}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text>{settings.eraseText}</Text>
        <TextField
          label={settings.eraseTyped(email)}
          name="erase-typed"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Stack>
    </Dialog>
  );
}
