import type { Host } from '@site/contract/host';
import { Button, Icon } from '@site/shared-ui';
import { ArrowLeft } from 'lucide';

interface BackLinkProps {
  readonly Link: Host['Link'];
  readonly to: string;
  readonly children: string;
}

export function BackLink({ Link, to, children }: BackLinkProps) {
  return (
    <Button asChild variant="quiet" data-screen-only>
      <Link to={to}>
        <Icon of={ArrowLeft} />
        {children}
      </Link>
    </Button>
  );
}
