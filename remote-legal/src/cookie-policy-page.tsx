import type { HostedPage } from '@site/contract/host';
import { Box, Container, Flex, Heading, PageHeader, Stack, Text, TextLink } from '@site/shared-ui';
import { cookiePolicy } from './content/cookie-policy';
import { BackLink } from './sections/back-link';
import { ConsentStatus } from './sections/consent-status';
import { TextSection } from './sections/text-section';

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
