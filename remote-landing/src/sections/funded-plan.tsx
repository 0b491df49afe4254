import type { Host } from '@site/contract/host';
import { Button, Flex, Stack, Text, TextLink } from '@site/shared-ui';
import type { MouseEvent } from 'react';
import { pricing } from '../content/pricing';
import { Guarantee, PlanCard, PlanNote } from './plan-card';

const SCROLL_TO_TOP_AFTER_MS = 100;

const { funded } = pricing;
const { conditions, fund } = funded;

export function FundedPlan({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <PlanCard
      tone="sage"
      name={funded.name}
      price={funded.price}
      taxLine={site.training.taxLine}
      features={funded.features}
      action={
        <Button asChild variant="quiet" width={{ base: 'full', md: 'auto' }}>
          <Link to={paths.funding} onClick={scrollToTopSoon}>
            {funded.action}
          </Link>
        </Button>
      }
    >
      <PlanNote title={conditions.title}>
        <Stack as="ul" gap="2" listStyleType="disc" paddingLeft="5" lineHeight="snug" marginTop="2">
          {conditions.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Stack>
      </PlanNote>
      {site.guarantee?.plans.includes('funded') && <Guarantee site={site} />}
      <PlanNote title={fund.title}>
        <Text>{fund.text}</Text>
        <Flex wrap="wrap" columnGap="5">
          {fund.sites.map(({ name, url }) => (
            <TextLink key={url} href={url}>
              {name}
            </TextLink>
          ))}
        </Flex>
      </PlanNote>
    </PlanCard>
  );
}

/** Does nothing for a click that opens another tab or window, since this page stays where it is. */
function scrollToTopSoon({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (ctrlKey || metaKey || shiftKey) return;
  setTimeout(() => window.scrollTo(0, 0), SCROLL_TO_TOP_AFTER_MS);
}
