import { Box, Card, Container, Flex, Grid, Heading, Icon, Picture, Reveal, Section, Text } from '@site/shared-ui';
import { type Benefit, benefits } from '../content/benefits';
import { SectionHeading } from './section-heading';

const BENEFITS_TITLE_ID = 'benefits-title';

export function Benefits() {
  return (
    <Section tone="sand" labelledBy={BENEFITS_TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={BENEFITS_TITLE_ID} title={benefits.title} intro={benefits.intro} />
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

const BENEFIT_WIDTH_PX = 320;
const BENEFIT_HEIGHT_PX = 200;

function BenefitCard({ icon, title, description, drawing }: Benefit) {
  return (
    <Card
      as="li"
      display="grid"
      gap={{ base: '4', md: '6' }}
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 18rem)', lg: 'minmax(0, 1fr)' }}
      alignItems={{ md: 'center', lg: 'end' }}
    >
      <Box alignSelf={{ lg: 'start' }}>
        <Flex direction={{ base: 'row', md: 'column' }} columnGap="3" rowGap="4" marginBottom="2">
          <Icon of={icon} color="tile" marginTop="1" />
          <Heading as="h3" size="xl">
            {title}
          </Heading>
        </Flex>
        <Text>{description}</Text>
      </Box>
      <Picture {...drawing} width={BENEFIT_WIDTH_PX} height={BENEFIT_HEIGHT_PX} />
    </Card>
  );
}
