import { Container, FailureCard } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { failure } from '../content/failure';
import type { RemotePage } from './remote-pages';

interface PageFailureProps {
  readonly page: RemotePage;
  readonly host: Host;
  /** Whether the page's text stands below, and only its controls are missing. */
  readonly isReadable?: boolean;
  readonly onRetry?: () => void;
}

/** Says what does not work, how to reach the owner meanwhile, and offers another attempt. */
export function PageFailure({ page, host, isReadable = false, onRetry = page.retry }: PageFailureProps) {
  const words = isReadable ? failure.readable : failure.absent;
  return (
    <Container paddingBlock="8">
      <FailureCard
        title={words.title}
        text={words.text}
        email={host.site.email}
        phone={host.site.phone}
        retryLabel={failure.retry}
        onRetry={onRetry}
      />
    </Container>
  );
}
