import type { HostedPage } from '@site/contract/host';
import { Button, Card, Container, Grid, Icon, PageHeader, Section, Stack } from '@site/shared-ui';
import { ArrowLeft } from 'lucide';
import { page } from './content/page';
import { BookingForm } from './form/booking-form';
import { HelpBlock } from './help-block';
import { NextSteps } from './next-steps';

const FORM_AND_ASIDE = { base: '1fr', lg: 'minmax(0, 5fr) minmax(0, 2fr)' };

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
    <Section tone="sand">
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
