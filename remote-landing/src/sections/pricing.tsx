import type { Host } from '@site/contract/host';
import { Container, Grid, Reveal, Section, Stack, Text } from '@site/shared-ui';
import { pricing } from '../content/pricing';
import { FundedPlan } from './funded-plan';
import { SectionHeading } from './section-heading';
import { StandardPlan } from './standard-plan';

const TITLE_ID = 'pricing-title';

export function Pricing({ host }: { readonly host: Host }) {
  return (
    <Section tone="sand" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={TITLE_ID} title={pricing.title} intro={pricing.intro} />
          <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="6">
            <StandardPlan host={host} />
            <FundedPlan host={host} />
          </Grid>
          <Stack gap="2" marginTop="8" maxWidth="prose">
            <Text fontWeight="semibold">{pricing.summary}</Text>
            <Text fontSize="sm">{pricing.noPayment}</Text>
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}
