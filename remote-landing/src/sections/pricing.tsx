import type { Host } from '@site/contract/host';
import { Button, Container, Grid, Reveal, Section, Stack, Text } from '@site/shared-ui';
import { pricing } from '../content/pricing';
import { FundedPlan } from './funded-plan';
import { Guarantee, PlanCard } from './plan-card';
import { SectionHeading } from './section-heading';

const PRICING_TITLE_ID = 'pricing-title';

export function Pricing({ host }: { readonly host: Host }) {
  return (
    <Section tone="sand" labelledBy={PRICING_TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={PRICING_TITLE_ID} title={pricing.title} intro={pricing.intro} />
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

const { standard } = pricing;

function StandardPlan({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <PlanCard
      tone="chalk"
      name={standard.name}
      price={standard.price}
      taxLine={site.training.taxLine}
      features={standard.features}
      action={
        <Button asChild variant="quiet" width={{ base: 'full', md: 'auto' }}>
          <Link to={paths.booking}>{standard.action}</Link>
        </Button>
      }
    >
      <Guarantee site={site} />
    </PlanCard>
  );
}
