import type { Site } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import { PROMISES } from '@site/contract/promises';
import {
  Box,
  Card,
  CheckList,
  Container,
  Flex,
  Grid,
  Heading,
  Icon,
  Picture,
  Reveal,
  Section,
  Stack,
  Text,
} from '@site/shared-ui';
import { ArrowRight, Gift } from 'lucide';
import { type Benefit, benefits } from '../content/opening';
import { type Automation, programme } from '../content/programme';
import { SectionHeading } from './section';

const BENEFITS_TITLE_ID = 'benefits-title';

export function Benefits({ site }: { readonly site: Site }) {
  const estimate = benefits.estimate(site);
  return (
    <Section tone="sand" labelledBy={BENEFITS_TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={BENEFITS_TITLE_ID} title={benefits.title} intro={benefits.intro} />
          <Grid as="ul" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
            {benefits.cards(site).map((card) => (
              <BenefitCard key={card.title} {...card} />
            ))}
          </Grid>
          {estimate && (
            <Text fontSize="sm" marginTop="6" maxWidth="prose">
              {estimate}
            </Text>
          )}
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
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) min(18rem, 45%)', lg: 'minmax(0, 1fr)' }}
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
      {drawing && <Picture {...drawing} width={BENEFIT_WIDTH_PX} height={BENEFIT_HEIGHT_PX} />}
    </Card>
  );
}

const PROGRAMME_TITLE_ID = 'programme-title';

export function Programme({ site }: { readonly site: Site }) {
  return (
    <Section id="features" tone="chalk" labelledBy={PROGRAMME_TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={PROGRAMME_TITLE_ID} title={programme.title} intro={programme.intro(site)} />
        </Reveal>
        <Stack as="ol" gap="0">
          {programme.automations.map((automation, index) => (
            <Box as="li" key={automation.title} borderTopWidth="1px" borderColor="sand">
              <Reveal delay={automation.delay}>
                <AutomationRow {...automation} number={index + 1} />
              </Reveal>
            </Box>
          ))}
        </Stack>
        {promised(site, 'bonuses', PROMISES.bonuses) && (
          <Reveal>
            <Bonuses names={site.training.bonuses} />
          </Reveal>
        )}
      </Container>
    </Section>
  );
}

const DRAWING_WIDTH_PX = 400;

interface AutomationRowProps extends Automation {
  readonly number: number;
}

function AutomationRow({ icon, title, description, benefit, drawing, number }: AutomationRowProps) {
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        md: 'minmax(0, 1fr) min(20rem, 45%)',
        lg: 'minmax(0, 1fr) min(25rem, 45%)',
      }}
      columnGap={{ base: '4', md: '8', lg: '16' }}
      rowGap="5"
      paddingBlock={{ base: '7', md: '10' }}
      alignItems="center"
    >
      <Box>
        <Flex gap="4" align="center" marginBottom={{ base: '2', md: '4' }} color="tile">
          <Text aria-hidden fontFamily="heading" fontSize="4xl" fontWeight="bold" lineHeight="1">
            {number}
          </Text>
          <Icon of={icon} />
        </Flex>
        <Heading as="h3" size="xl" marginBottom="2">
          {title}
        </Heading>
        <Text maxWidth="prose">{description}</Text>
        <Flex gap="3" marginTop="4" color="sage" fontWeight="semibold">
          <Icon of={ArrowRight} />
          <Text>{benefit}</Text>
        </Flex>
      </Box>
      <Picture {...drawing} width={DRAWING_WIDTH_PX} />
    </Grid>
  );
}

/** The number in the text of `programme.bonuses`, which another number of names would contradict. */
const COUNT = 5;

function Bonuses({ names }: { readonly names: readonly string[] }) {
  const isNamed = names.length === COUNT;
  return (
    <Grid
      data-surface="sand"
      borderRadius="card"
      padding={{ base: '6', md: '8' }}
      templateColumns={{ base: 'minmax(0, 1fr)', lg: isNamed ? '1fr 1fr' : '1fr' }}
      columnGap="12"
      rowGap="6"
    >
      <Box css={{ '@media print': { breakInside: 'avoid' } }}>
        <Icon of={Gift} display="block" color="tile" marginBottom="3" />
        <Heading as="h3" size="xl" marginBottom="2">
          {programme.bonuses.title}
        </Heading>
        <Text>{programme.bonuses.text}</Text>
      </Box>
      {isNamed && <CheckList items={names} />}
    </Grid>
  );
}
