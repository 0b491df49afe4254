import { Button, Heading, Stack, Text } from '@site/shared-ui';
import { agenda } from '../content/days';

type Program = (typeof agenda.programs)[number]['id'];

/** Opens the dialog of a calendar program that subscribes to the address. */
export function Subscribe({ address }: { readonly address: string }) {
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
