import type { ConsentChoice, ConsentStore, HostedPage } from '@site/contract/host';
import { Box, Button, Container, Dialog, Flex, Heading, PageHeader, Stack, Tag, Text, TextLink } from '@site/shared-ui';
import { useState, useSyncExternalStore } from 'react';
import { cookiePolicy } from './content/cookie-policy';
import { BackLink, TextSection } from './sections/text-section';

export const Page: HostedPage = ({ host: { paths, Link, consent } }) => (
  <>
    <PageHeader title={cookiePolicy.title} intro={cookiePolicy.intro}>
      <BackLink Link={Link} to={paths.legalNotice}>
        {cookiePolicy.back}
      </BackLink>
    </PageHeader>
    <Container paddingBottom={{ base: '14', md: '24' }}>
      <ConsentStatus consent={consent} />
      <TextSection {...cookiePolicy.definition} />
      <CookiesUsed />
      <TextSection {...cookiePolicy.counted} />
      <TextSection {...cookiePolicy.management} />
      <BrowserHelp />
    </Container>
  </>
);

function BrowserHelp() {
  const { title, text, links } = cookiePolicy.browsers;
  return (
    <TextSection title={title}>
      <Text>{text}</Text>
      <Flex as="ul" gap="6" wrap="wrap">
        {links.map(({ name, url }) => (
          <li key={name}>
            <TextLink href={url}>{name}</TextLink>
          </li>
        ))}
      </Flex>
    </TextSection>
  );
}

function CookiesUsed() {
  const { title, technical, analytical } = cookiePolicy.used;
  return (
    <TextSection title={title}>
      <Heading as="h3">{technical.title}</Heading>
      <Text>{technical.text}</Text>
      <Stack as="dl" gap="3">
        {technical.entries.map(({ key, text }) => (
          <Box key={key} borderLeftWidth="4px" borderColor="sand" paddingLeft="4">
            <dt>
              <code>{key}</code>
            </dt>
            <dd>{text}</dd>
          </Box>
        ))}
      </Stack>
      <Heading as="h3" marginTop="4">
        {analytical.title}
      </Heading>
      {analytical.paragraphs.map((paragraph) => (
        <Text key={paragraph}>{paragraph}</Text>
      ))}
    </TextSection>
  );
}

export function ConsentStatus({ consent }: { readonly consent: ConsentStore }) {
  const { title, statuses, change } = cookiePolicy.consent;
  const choice = useSyncExternalStore(consent.subscribe, consent.get, () => null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { label, text } = statuses[choice ?? 'unset'];
  return (
    <TextSection title={title}>
      <Stack role="status" gap="3">
        <Box>
          <Tag>{label}</Tag>
        </Box>
        <Text>{text}</Text>
      </Stack>
      <Button variant="quiet" alignSelf="start" onClick={() => setIsChoosing(true)}>
        {change}
      </Button>
      <ConsentDialog open={isChoosing} onClose={() => setIsChoosing(false)} choose={consent.choose} />
    </TextSection>
  );
}

interface ConsentDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly choose: (choice: ConsentChoice) => void;
}

function ConsentDialog({ open, onClose, choose }: ConsentDialogProps) {
  const { title, text, reject, accept } = cookiePolicy.dialog;
  const settle = (choice: ConsentChoice) => {
    choose(choice);
    onClose();
  };
  // Both buttons look the same: neither choice may be easier.
  const actions = (
    <>
      <Button variant="quiet" flex="1" onClick={() => settle('rejected')}>
        {reject}
      </Button>
      <Button variant="quiet" flex="1" onClick={() => settle('accepted')}>
        {accept}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={actions}>
      <Text marginTop="4">{text}</Text>
    </Dialog>
  );
}
