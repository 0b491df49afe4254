import type { Host } from '@site/contract/host';
import { Button } from '@site/shared-ui';
import { pricing } from '../content/pricing';
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
      note={{ title: standard.guarantee.title, text: standard.guarantee.text(site.email) }}
      action={
        <Button asChild variant="quiet">
          <Link to={paths.booking}>{standard.action}</Link>
        </Button>
      }
    />
  );
}
