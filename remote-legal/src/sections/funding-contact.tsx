import { withFunding } from '@site/contract/addresses';
import type { Host } from '@site/contract/host';
import { Box, Button, Container, Heading, Reveal, Section, Stack, Text } from '@site/shared-ui';
import { funding } from '../content/funding';
import { DirectContact } from './direct-contact';

const TITLE_ID = 'funding-contact-title';

export function FundingContact({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { title, text, action, labels } = funding.contact;
  return (
    <Section labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Stack gap="4" align="start" maxWidth="prose">
            <Heading as="h2" id={TITLE_ID} size="2xl">
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
