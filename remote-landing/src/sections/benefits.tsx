import { Card, Container, Grid, Heading, Icon, Reveal, Section, Text } from '@site/shared-ui';
import { type Benefit, benefits } from '../content/benefits';
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

function BenefitCard({ icon, title, description }: Benefit) {
  return (
    <Card as="li">
      <Icon of={icon} color="tile" marginBottom="4" />
      <Heading as="h3" size="xl" marginBottom="2">
        {title}
      </Heading>
      <Text>{description}</Text>
    </Card>
  );
}
