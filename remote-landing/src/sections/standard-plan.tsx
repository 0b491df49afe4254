import type { Host } from '@site/contract/host';
import { Button } from '@site/shared-ui';
import { pricing } from '../content/pricing';
import { Guarantee } from './guarantee';
import { PlanCard } from './plan-card';

const { standard } = pricing;

export function StandardPlan({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <PlanCard
      tone="chalk"
      name={standard.name}
      price={standard.price}
      taxLine={site.training.taxLine}
      features={standard.features}
      action={
        <Button asChild variant="quiet" width={{ base: 'full', md: 'auto' }}>
          <Link to={paths.booking}>{standard.action}</Link>
        </Button>
      }
    >
      <Guarantee site={site} />
    </PlanCard>
  );
}
