import type { HostedPage } from '@site/contract/host';
import { Button, Card, Container, Icon, PageHeader, Section } from '@site/shared-ui';
import { ArrowLeft } from 'lucide';
import { manage } from './content/manage';
import { ManagePanel } from './manage/manage-panel';

export const Page: HostedPage = ({ host }) => (
  <>
    <PageHeader title={manage.title} intro={manage.intro}>
      <Button asChild variant="quiet">
        <host.Link to={host.paths.home}>
          <Icon of={ArrowLeft} />
          {manage.back}
        </host.Link>
      </Button>
    </PageHeader>
    <Section tone="sand" isFirst>
      <Container>
        <Card>
          <ManagePanel host={host} />
        </Card>
      </Container>
    </Section>
  </>
);
