import type { Host, HostedPage } from '@site/contract/host';
import {
  Button,
  Card,
  Container,
  Grid,
  Heading,
  Icon,
  PageHeader,
  Section,
  Stack,
  Text,
  TextLink,
  VisuallyHidden,
} from '@site/shared-ui';
import { ArrowLeft } from 'lucide';
import { form, page } from './content/contact';
import { ContactForm } from './form/contact-form';

const FORM_AND_ASIDE = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' };

export const Page: HostedPage = ({ host }) => (
  <>
    <PageHeader title={page.title} intro={page.intro(host.site)}>
      <Button asChild variant="quiet">
        <host.Link to={host.paths.home}>
          <Icon of={ArrowLeft} />
          {page.back}
        </host.Link>
      </Button>
    </PageHeader>
    <Section tone="sand" isFirst labelledBy="contact-form">
      <Container>
        <Grid gap={{ base: '10', lg: '12' }} templateColumns={FORM_AND_ASIDE} alignItems="start">
          <Card>
            <VisuallyHidden asChild>
              <h2 id="contact-form">{form.name}</h2>
            </VisuallyHidden>
            <ContactForm host={host} />
          </Card>
          <UsefulLinks host={host} />
        </Grid>
      </Container>
    </Section>
  </>
);

function UsefulLinks({ host: { paths, Link } }: { readonly host: Host }) {
  const links = [
    { ...page.aside.funding, to: paths.funding },
    { ...page.aside.booking, to: paths.booking },
  ];
  return (
    <Stack as="aside" gap="4">
      <Heading as="h2" size="xl">
        {page.aside.title}
      </Heading>
      {links.map(({ text, link, to }) => (
        <Text key={to}>
          {text}{' '}
          <TextLink asChild>
            <Link to={to}>{link}</Link>
          </TextLink>
        </Text>
      ))}
    </Stack>
  );
}
