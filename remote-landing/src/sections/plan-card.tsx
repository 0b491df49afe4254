import type { Site } from '@site/contract/host';
import { inEuros, TAX_INCLUDED } from '@site/contract/offer';
import { Box, Card, CheckList, Heading, Stack, Text } from '@site/shared-ui';
import { type ReactNode, useId } from 'react';
import { pricing } from '../content/pricing';

interface PlanCardProps {
  readonly tone: 'chalk' | 'sage';
  readonly name: string;
  readonly price: number;
  /** Empty if `site.json` leaves it empty. */
  readonly taxLine: string;
  readonly features: readonly string[];
  readonly action: ReactNode;
  readonly children: ReactNode;
}

export function PlanCard({ tone, name, price, taxLine, features, action, children }: PlanCardProps) {
  const titleId = useId();
  return (
    <Card as="article" tone={tone} aria-labelledby={titleId}>
      <Stack gap="5" height="full">
        <Heading as="h3" id={titleId} size="xl">
          {name}
        </Heading>
        <Box>
          <Price amount={price} />
          {taxLine && <Text fontSize="sm">{taxLine}</Text>}
        </Box>
        <CheckList items={features} />
        {children}
        <Box marginTop="auto">{action}</Box>
      </Stack>
    </Card>
  );
}

function Price({ amount }: { readonly amount: number }) {
  return (
    <Text fontFamily="heading" fontSize="4xl" fontWeight="bold" lineHeight="tight" fontVariantNumeric="tabular-nums">
      {inEuros(amount)}
      <Box as="span" fontSize="xl" marginLeft="1">
        {TAX_INCLUDED}
      </Box>
    </Text>
  );
}

interface PlanNoteProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function PlanNote({ title, children }: PlanNoteProps) {
  return (
    <Box>
      <Text fontWeight="semibold">{title}</Text>
      {children}
    </Box>
  );
}

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
