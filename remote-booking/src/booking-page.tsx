import type { Host, HostedPage, Site } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import {
  Box,
  Button,
  Card,
  Container,
  Flex,
  Grid,
  Heading,
  Icon,
  PageHeader,
  Section,
  Stack,
  Text,
} from '@site/shared-ui';
import { ArrowLeft } from 'lucide';
import { contract } from '../contract';
import { page } from './content/booking';
import { BookingForm } from './form/booking-form';

const [route] = contract.routes;

const ALONE = ', en tête-à-tête avec le formateur';

/** The description of the page makes a promise that the owner may not keep. */
export const description = ({ site }: Host): string =>
  route.description.replace(ALONE, (words) => promised(site, 'alone', words));

const FORM_AND_ASIDE = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 2fr)' };

export const Page: HostedPage = ({ host }) => (
  <>
    <PageHeader title={page.title} intro={page.intro}>
      <Button asChild variant="quiet">
        <host.Link to={host.paths.home}>
          <Icon of={ArrowLeft} />
          {page.back}
        </host.Link>
      </Button>
    </PageHeader>
    <Section tone="sand" isFirst>
      <Container>
        <Grid gap={{ base: '10', lg: '12' }} templateColumns={FORM_AND_ASIDE} alignItems="start">
          <Card>
            <BookingForm host={host} />
          </Card>
          <Stack gap="10">
            <NextSteps site={host.site} />
            <HelpBlock host={host} />
          </Stack>
        </Grid>
      </Container>
    </Section>
  </>
);

function HelpBlock({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <Stack as="aside" gap="4" align="flex-start">
      <Heading as="h2" size="xl">
        {page.help.title}
      </Heading>
      <Text>{page.help.text(site)}</Text>
      <Button asChild variant="quiet">
        <Link to={paths.contact}>{page.help.link}</Link>
      </Button>
    </Stack>
  );
}

function NextSteps({ site }: { readonly site: Site }) {
  return (
    <Stack gap="5">
      <Heading as="h2" size="xl">
        {page.next.title}
      </Heading>
      <Stack as="ol" gap="5">
        {page.next.steps(site).map(({ title, text }, index) => (
          <Grid as="li" key={title} gap="4" templateColumns="auto minmax(0, 1fr)">
            <StepNumber>{index + 1}</StepNumber>
            <Box>
              <Heading as="h3" size="md">
                {title}
              </Heading>
              <Text marginTop="1">{text}</Text>
            </Box>
          </Grid>
        ))}
      </Stack>
    </Stack>
  );
}

// Hidden from assistive technology, since an ordered list announces its own numbers.
function StepNumber({ children }: { readonly children: number }) {
  return (
    <Flex
      aria-hidden
      align="center"
      justify="center"
      width="8"
      height="8"
      borderRadius="full"
      borderWidth="2px"
      borderColor="ink"
      bg="chalk"
      fontWeight="bold"
    >
      {children}
    </Flex>
  );
}
