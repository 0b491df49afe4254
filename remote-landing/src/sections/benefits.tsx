import { Container, Grid, Reveal, Section, Text } from '@site/shared-ui';
import { benefits } from '../content/benefits';
import { BenefitCard } from './benefit-card';
import { SectionHeading } from './section-heading';

const TITLE_ID = 'benefits-title';

export function Benefits() {
  return (
    <Section tone="sand" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={TITLE_ID} title={benefits.title} intro={benefits.intro} />
          <Grid as="ul" templateColumns={{ base: '1fr', lg: 'repeat(3, 1fr)' }} gap="6">
            {benefits.cards.map((card) => (
              <BenefitCard key={card.title} {...card} />
            ))}
          </Grid>
          <Text fontSize="sm" marginTop="6" maxWidth="prose">
            {benefits.estimate}
          </Text>
        </Reveal>
      </Container>
    </Section>
  );
}
