import type { Site } from '@site/contract/host';
import { Text } from '@site/shared-ui';
import { pricing } from '../content/pricing';
import { PlanNote } from './plan-note';

const { title, text } = pricing.guarantee;

export function Guarantee({ site: { email, guarantee } }: { readonly site: Site }) {
  return (
    <PlanNote title={title}>
      <Text>
        {text(email)}
        {guarantee && ` ${guarantee.deadline}`}
      </Text>
    </PlanNote>
  );
}
