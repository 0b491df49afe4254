import type { HostedPage } from '@site/contract/host';
import { Button, Card, Container, Grid, Icon, PageHeader, Section, VisuallyHidden } from '@site/shared-ui';
import { ArrowLeft } from 'lucide';
import { form } from './content/form';
import { page } from './content/page';
import { ContactForm } from './form/contact-form';
import { UsefulLinks } from './useful-links';

const FORM_AND_ASIDE = { base: '1fr', lg: 'minmax(0, 2fr) minmax(0, 1fr)' };

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
    <Section tone="sand" labelledBy="contact-form">
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
