import type { Host } from '@site/contract/host';
import { Box, Button, Container, Flex, Heading, Reveal, Section, Stack, Text, TextLink } from '@site/shared-ui';
import { callToAction } from '../content/call-to-action';

const CALL_TITLE_ID = 'cta-title';

/** Adapts the quiet button, which is dark for light surfaces, to this dark section. */
const outlinedOnInk = {
  borderColor: 'paper',
  color: 'paper',
  _hover: { background: 'paper', color: 'ink' },
  _print: { borderColor: 'ink', color: 'ink' },
};

export function CallToAction({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { before, word, to, address, after } = callToAction.reply;
  return (
    <Section id="cta" tone="ink" labelledBy={CALL_TITLE_ID}>
      <Container>
        <Reveal>
          <Stack gap="6">
            <Heading as="h2" id={CALL_TITLE_ID} size="3xl">
              {callToAction.title}
            </Heading>
            <Text fontSize="lg" maxWidth="prose">
              {callToAction.intro}
            </Text>
            <Flex direction={{ base: 'column', md: 'row' }} gap="3" wrap={{ md: 'wrap' }}>
              <Button asChild size="lg" variant="inverted">
                <Link to={paths.booking}>{callToAction.book}</Link>
              </Button>
              <Button asChild size="lg" variant="quiet" {...outlinedOnInk}>
                <Link to={paths.contact}>{callToAction.write}</Link>
              </Button>
              <Button asChild size="lg" variant="quiet" {...outlinedOnInk}>
                <Link to={paths.funding}>{callToAction.procedure}</Link>
              </Button>
            </Flex>
            <Text>
              {before}
              <Box as="strong" background="sun" color="ink" paddingInline="2" borderRadius="full">
                {word}
              </Box>
              {to}
              <TextLink href={address(site.email)}>{site.email}</TextLink>
              {after(site.replyTime)}
            </Text>
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}
