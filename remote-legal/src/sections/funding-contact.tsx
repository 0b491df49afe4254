import { Button, Container, Heading, Reveal, Section, Stack, Text } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { funding } from '../content/funding';

const TITLE_ID = 'funding-contact-title';

export function FundingContact({ host: { paths, Link } }: { readonly host: Host }) {
  const { title, text, action } = funding.contact;
  return (
    <Section labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Stack gap="4" align="start" maxWidth="prose">
            <Heading as="h2" id={TITLE_ID} size="2xl">
              {title}
            </Heading>
            <Text>{text}</Text>
            <Button asChild variant="quiet" size="lg">
              <Link to={paths.contact}>{action}</Link>
            </Button>
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}
