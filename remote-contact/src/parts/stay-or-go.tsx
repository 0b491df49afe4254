import { Button } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { recap } from '../content/recap';
import type { ContactSubmission } from './use-contact-submission';

interface StayOrGoProps {
  readonly returnHome: ContactSubmission['returnHome'];
  readonly host: Host;
}

/** While the return home is coming, the way to stay; afterwards the way home. */
export function StayOrGo({ returnHome: { isCancelled, stay }, host: { paths, Link } }: StayOrGoProps) {
  if (!isCancelled) {
    return (
      <Button variant="quiet" onClick={stay}>
        {recap.stay}
      </Button>
    );
  }
  return (
    <Button asChild variant="quiet">
      <Link to={paths.home}>{recap.home}</Link>
    </Button>
  );
}
