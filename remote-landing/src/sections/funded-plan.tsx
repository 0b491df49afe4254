import type { Host } from '@site/contract/host';
import { Button } from '@site/shared-ui';
import type { MouseEvent } from 'react';
import { pricing } from '../content/pricing';
import { PlanCard } from './plan-card';

const SCROLL_TO_TOP_AFTER_MS = 100;

const { funded } = pricing;

export function FundedPlan({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <PlanCard
      tone="sage"
      name={funded.name}
      price={funded.price}
      taxLine={site.training.taxLine}
      features={funded.features}
      note={funded.fund}
      action={
        <Button asChild variant="quiet">
          <Link to={paths.funding} onClick={scrollToTopSoon}>
            {funded.action}
          </Link>
        </Button>
      }
    />
  );
}

/** A click that opens another tab or window leaves this page where it is. */
function scrollToTopSoon({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (ctrlKey || metaKey || shiftKey) return;
  setTimeout(() => window.scrollTo(0, 0), SCROLL_TO_TOP_AFTER_MS);
}
