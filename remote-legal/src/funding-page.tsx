import { withFunding } from '@site/contract/addresses';
import type { Host, HostedPage } from '@site/contract/host';
import {
  Box,
  Button,
  Card,
  Container,
  Flex,
  Grid,
  Heading,
  PageHeader,
  Reveal,
  Section,
  Stack,
  Tag,
  Text,
  TextLink,
} from '@site/shared-ui';
import { funding } from './content/funding';
import { DirectContact } from './sections/direct-contact';
import { Printable } from './sections/printable';
import { Steps } from './sections/steps';

export const Page: HostedPage = ({ host }) => (
  <Printable>
    <PageHeader title={<FundingTitle />} intro={funding.intro} />
    <Profiles />
    <Steps host={host} />
    <FundingContact host={host} />
  </Printable>
);

/** The specification's title. Its dash may end a line but never start one. */
function FundingTitle() {
  const { before, uncut, after } = funding.title;
  return (
    <>
      {before}
      <Box as="span" whiteSpace="nowrap">
        {uncut}
      </Box>
      {after}
    </>
  );
}

const CONTACT_TITLE_ID = 'funding-contact-title';

function FundingContact({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { title, text, action, labels } = funding.contact;
  return (
    <Section labelledBy={CONTACT_TITLE_ID}>
      <Container>
        <Reveal>
          <Stack gap="4" align="start" maxWidth="prose">
            <Heading as="h2" id={CONTACT_TITLE_ID} size="2xl">
              {title}
            </Heading>
            <Text>{text(site.replyTime)}</Text>
            <Box>
              <DirectContact site={site} labels={labels} />
            </Box>
            <Button asChild variant="quiet" size="lg" data-screen-only>
              <Link to={withFunding(paths.contact)}>{action}</Link>
            </Button>
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}

const PROFILES_TITLE_ID = 'profiles-title';

function Profiles() {
  return (
    <Section tone="sand" labelledBy={PROFILES_TITLE_ID}>
      <Container>
        <Reveal>
          <Heading as="h2" id={PROFILES_TITLE_ID} size="3xl" marginBottom="8">
            {funding.profilesTitle}
          </Heading>
          <Grid
            as="ul"
            templateColumns="repeat(auto-fit, minmax(min(100%, 20rem), 1fr))"
            gap="6"
            css={{ '@media print': { gridTemplateColumns: '1fr 1fr' } }}
          >
            {funding.profiles.map(({ name, path, text, detail }) => (
              <Card as="li" key={name}>
                <Stack gap="3">
                  <Box>
                    <Tag>{path}</Tag>
                  </Box>
                  <Heading as="h3">{name}</Heading>
                  <Text>{text}</Text>
                  <Text>{detail}</Text>
                </Stack>
              </Card>
            ))}
          </Grid>
          <Funds />
        </Reveal>
      </Container>
    </Section>
  );
}

function Funds() {
  const { text, links } = funding.funds;
  return (
    <Box maxWidth="prose" marginTop="8">
      <Text>{text}</Text>
      <Flex as="ul" columnGap="6" rowGap="1" wrap="wrap" marginTop="2">
        {links.map(({ name, url }) => (
          <li key={name}>
            <TextLink href={url}>{name}</TextLink>
          </li>
        ))}
      </Flex>
    </Box>
  );
}
