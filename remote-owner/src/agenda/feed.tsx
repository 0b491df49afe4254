import { FEED_PATH } from '@site/contract/addresses';
import { Button, Card, Heading, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import { agenda } from '../content/agenda';
import { formatShortMoment } from '../content/dates';
import { ActionButton, useCallAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { AskingButton } from '../view/questions';
import { useCopy } from '../view/share-message';
import { useNamedField } from '../view/view-address';

/** The first steps lead there, below a long page. */
const CREATE = 'feed-create';

export function Feed() {
  const query = useCall('owner_feed', {});
  const [newPath, setNewPath] = useState<string | null>(null);
  return (
    <TitledSection id="feed" title={agenda.feed}>
      <QueryResult query={query}>
        {({ renewedAt }) => (
          <Card>
            <Stack gap="4">
              <Text>{agenda.feedText}</Text>
              {newPath !== null && <Address path={newPath} />}
              {newPath === null && (
                <Text>{renewedAt === null ? agenda.feedNone : agenda.feedSince(formatShortMoment(renewedAt))}</Text>
              )}
              <Renew hasAddress={renewedAt !== null} onMade={setNewPath} />
            </Stack>
          </Card>
        )}
      </QueryResult>
    </TitledSection>
  );
}

/** The site's own server answers its calendars, or a function beside a hosted backend. */
const addressOf = (path: string, backendUrl: string) =>
  backendUrl === ''
    ? new URL(path, window.location.origin).href
    : `${backendUrl}/functions/v1/agenda/${path.slice(FEED_PATH.length)}`;

function Address({ path }: { readonly path: string }) {
  const { host } = useSpace();
  const address = addressOf(path, host.backend.url);
  const copy = useCopy(agenda);
  return (
    <>
      <Text role="status">{agenda.feedOnce}</Text>
      <Subscribe address={address} />
      <Text>{agenda.otherProgram}</Text>
      <TextField label={agenda.address} name="feed-address" readOnly value={address} />
      <Button variant="primary" alignSelf="flex-start" onClick={() => void copy(address)}>
        {agenda.copy}
      </Button>
    </>
  );
}

interface RenewProps {
  readonly hasAddress: boolean;
  readonly onMade: (path: string) => void;
}

function Renew({ hasAddress, onMade }: RenewProps) {
  useNamedField(() => CREATE);
  const renewing = useCallAction('owner_renew_feed', {
    onSuccess: ({ path }) => onMade(path),
    done: () => (hasAddress ? agenda.renewed : null),
  });
  if (!hasAddress) {
    return (
      <ActionButton id={CREATE} variant="primary" disabled={renewing.isPending} onClick={() => renewing.mutate({})}>
        {agenda.create}
      </ActionButton>
    );
  }
  return (
    <AskingButton label={agenda.renew} title={agenda.renewTitle} act={() => renewing.mutateAsync({})}>
      <Text>{agenda.renewText}</Text>
    </AskingButton>
  );
}

type Program = (typeof agenda.programs)[number]['id'];

/** Opens the dialog of a calendar program that subscribes to the address. */
function Subscribe({ address }: { readonly address: string }) {
  const links = linksTo(address);
  return (
    <Stack gap="3">
      <Heading as="h4" size="md">
        {agenda.subscribe}
      </Heading>
      {agenda.programs.map(({ id, label, text }) => (
        <Stack key={id} gap="1" alignItems={{ base: 'stretch', md: 'flex-start' }}>
          <Button asChild variant="quiet">
            {/* The address is a secret: no other site may read it from the referrer. */}
            <a href={links[id]} rel="noopener noreferrer" {...(id !== 'apple' && { target: '_blank' })}>
              {label}
            </a>
          </Button>
          <Text>{text}</Text>
        </Stack>
      ))}
    </Stack>
  );
}

function linksTo(address: string): Readonly<Record<Program, string>> {
  const webcal = address.replace(/^https?:/, 'webcal:');
  const outlook = new URLSearchParams({ url: address, name: agenda.name });
  return {
    apple: webcal,
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
    outlookWork: `https://outlook.office.com/calendar/0/addfromweb?${outlook}`,
  };
}
