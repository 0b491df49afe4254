import { withFunding } from '@site/contract/addresses';
import type { Host, HostedPage } from '@site/contract/host';
import { Box, Button, Container, Heading, PageHeader, Reveal, Section, Stack, Text } from '@site/shared-ui';
import { funding } from './content/funding';
import { DirectContact } from './sections/direct-contact';
import { Printable } from './sections/printable';
import { Profiles } from './sections/profiles';
import { Steps } from './steps/steps';

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
