import type { Host } from '@site/contract/host';
import type { RemoteRoute } from '@site/contract/routes';
import { Container, FailureCard, PageHeader } from '@site/shared-ui';
import { failure } from '../content/failure';
import { NavigationEffects } from '../navigation/navigation-effects';
import { pageTitle } from '../page-title';

interface PageFailureProps {
  readonly route: RemoteRoute;
  readonly host: Host;
  readonly onRetry: () => void;
}

export function PageFailure({ route, host: { site }, onRetry }: PageFailureProps) {
  return (
    <>
      <PageHeader title={route.title} />
      <Container data-page-failed paddingBottom={{ base: '14', md: '24' }}>
        <FailureCard
          title={failure.absent.title}
          text={failure.absent.text}
          email={site.email}
          phone={site.phone}
          retryLabel={failure.retry}
          onRetry={onRetry}
        />
      </Container>
      <NavigationEffects title={pageTitle(route, site)} />
    </>
  );
}
