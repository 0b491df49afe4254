import type { Host } from '@site/contract/host';
import {
  Box,
  Button,
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
import { CircleX } from 'lucide';
import { hero } from '../content/opening';
import phone from '../illustrations/phone-on-desk.svg';

const TITLE_ID = 'hero-title';

export function Hero({ host: { site, paths, Link } }: { readonly host: Host }) {
  const price = hero.price(site);
  return (
    <Section isFirst labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Grid
            templateColumns={{
              base: 'minmax(0, 1fr)',
              md: 'minmax(min-content, 11fr) minmax(0, 9fr)',
              lg: 'minmax(0, 7fr) minmax(0, 5fr)',
            }}
            gap={{ base: '10', md: '8', lg: '16' }}
            alignItems="center"
          >
            <Stack gap={{ base: '3', md: '5' }}>
              <Text color="tile" fontWeight="semibold" fontSize={{ base: 'sm', md: 'md' }}>
                {hero.audience}
              </Text>
              <Heading as="h1" id={TITLE_ID} tabIndex={-1} size="4xl">
                {hero.title}
              </Heading>
              <Text fontSize={{ base: 'md', md: 'lg' }} maxWidth="prose">
                {hero.intro(site)}
              </Text>
              <Text>
                <Box as="strong" fontVariantNumeric="tabular-nums">
                  {price.amount}
                </Box>
                {price.funding}
              </Text>
              <Flex direction={{ base: 'column', md: 'row' }} gap="3" wrap={{ md: 'wrap' }}>
                <Button asChild size="lg" variant="primary">
                  <Link to={`${paths.home}#cta`}>{hero.book}</Link>
                </Button>
                <Button asChild size="lg" variant="quiet">
                  <Link to={`${paths.home}#features`}>{hero.discover}</Link>
                </Button>
              </Flex>
            </Stack>
            <Picture src={phone} alt={hero.picture} width={520} height={480} eager />
          </Grid>
          <PainPoints />
        </Reveal>
      </Container>
    </Section>
  );
}

const PAIN_POINTS_ID = 'pain-points-title';

function PainPoints() {
  return (
    <Box
      marginTop={{ base: '10', md: '16' }}
      paddingTop="6"
      borderTopWidth="1px"
      borderColor="sand"
      css={{ '@media print': { breakInside: 'avoid' } }}
    >
      <Text id={PAIN_POINTS_ID} fontFamily="heading" fontWeight="bold" marginBottom="4">
        {hero.painPointsTitle}
      </Text>
      <Grid
        as="ul"
        aria-labelledby={PAIN_POINTS_ID}
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, auto)' }}
        gap={{ base: '3', lg: '6' }}
        justifyContent="space-between"
      >
        {hero.painPoints.map((point) => (
          <Flex as="li" key={point} gap="3" align="center">
            <Icon of={CircleX} color="warning" />
            {point}
          </Flex>
        ))}
      </Grid>
    </Box>
  );
}
