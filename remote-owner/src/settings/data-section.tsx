import { cleanEmail, EMAIL_RULE } from '@site/contract/email';
import { Button, Card, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import type { OwnedRequest } from '@site/supabase/requests';
import { renderDaysCsv, renderRequestsCsv } from '@site/supabase/requests-csv';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetPersisted } from '../api/answer-storage';
import { useSpace } from '../api/owner-api';
import { legibleAnswer } from '../api/use-call';
import type { ErasedCounts } from '../api/wire';
import { formatLongMoment } from '../content/dates';
import { fileNames, settings } from '../content/settings';
import { download } from '../view/download';
import { Form, useAction, useCallAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { Question } from '../view/question';
import { renderPersonJson, renderPersonPage, sheetOf } from './person-page';

const FILES = {
  csv: (requests: readonly OwnedRequest[]) => renderRequestsCsv(requests),
  days: renderDaysCsv,
};

export function DataSection() {
  const { api } = useSpace();
  const exporting = useAction({
    mutationFn: async (file: keyof typeof FILES) => ({ file, requests: await api.call('owner_export', {}) }),
    onSuccess: ({ file, requests }) => {
      const text = FILES[file](requests);
      download({ name: fileNames[file](todayInParis()), type: 'text/csv;charset=utf-8', text });
    },
  });
  return (
    <TitledSection id="data" title={settings.data}>
      <Card>
        <Stack gap="4">
          <Text>{settings.exportHint}</Text>
          <Flex gap="3" wrap="wrap">
            {(['csv', 'days'] as const).map((file) => (
              <Button key={file} variant="quiet" disabled={exporting.isPending} onClick={() => exporting.mutate(file)}>
                {settings.exports[file]}
              </Button>
            ))}
          </Flex>
        </Stack>
      </Card>
      <PersonForm />
    </TitledSection>
  );
}

const PERSON_FILES = {
  html: ['text/html;charset=utf-8', renderPersonPage],
  json: ['application/json', renderPersonJson],
} as const;

function PersonForm() {
  const { api, host } = useSpace();
  const [email, setEmail] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const address = cleanEmail(email);
  const isAddress = EMAIL_RULE.test(address);
  // Nothing is stored about the address, which is no error: the form says so below its field.
  const [isUnknown, setIsUnknown] = useState(false);
  const exporting = useAction({
    mutationFn: async (type: 'html' | 'json') => ({ type, data: await api.call('owner_person', { email: address }) }),
    onSuccess: ({ type, data }) => {
      setIsUnknown(!data);
      if (!data) return;
      const moment = formatLongMoment(new Date().toISOString());
      const file = { product: host.site.product, email: address, moment, requests: sheetOf(legibleAnswer(data)) };
      const [mime, render] = PERSON_FILES[type];
      download({ name: fileNames.person(todayInParis(), type), type: mime, text: render(file) });
    },
  });
  const type = (typed: string) => {
    setEmail(typed);
    setIsUnknown(false);
  };
  return (
    <Card>
      <Form onSubmit={() => isAddress && exporting.mutate('html')}>
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
          onChange={(event) => type(event.target.value)}
        />
        {/* Mounted while empty, so that screen readers announce its text. */}
        <Text role="status">{isUnknown && settings.noPerson}</Text>
        <Flex gap="3" wrap="wrap">
          <Button variant="quiet" type="submit" disabled={!isAddress || exporting.isPending}>
            {settings.personExport}
          </Button>
          <Button variant="quiet" disabled={!isAddress || exporting.isPending} onClick={() => exporting.mutate('json')}>
            {settings.personJson}
          </Button>
          <Button variant="quiet" disabled={!isAddress} onClick={() => setIsAsked(true)}>
            {settings.personErase}
          </Button>
        </Flex>
        <Text fontSize="sm">{settings.personHint}</Text>
      </Form>
      {isAsked && (
        <EraseDialog
          email={address}
          onClose={() => setIsAsked(false)}
          onErased={(isUnknown) => {
            setIsAsked(false);
            setIsUnknown(isUnknown);
            if (!isUnknown) setEmail('');
          }}
        />
      )}
    </Card>
  );
}

interface EraseDialogProps {
  readonly email: string;
  readonly onClose: () => void;
  /** @param isUnknown nothing was stored */
  readonly onErased: (isUnknown: boolean) => void;
}

const isNobody = ({ contacts, reservations, mails }: ErasedCounts) => contacts + reservations + mails === 0;

function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const erasing = useCallAction('owner_erase_person', {
    onSuccess: (counts) => {
      // No list may keep the person, not even one that is not shown.
      forgetPersisted();
      queries.removeQueries({ type: 'inactive' });
      onErased(isNobody(counts));
    },
    done: (counts) => (isNobody(counts) ? null : settings.eraseDone(counts)),
  });
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <Question
      open
      onClose={onClose}
      title={settings.eraseTitle}
      primary={{
        label: settings.personErase,
        act: () => erasing.mutate({ email, typed: typed.trim() }),
        isDisabled: !isTyped || erasing.isPending,
      }}
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
    </Question>
  );
}
