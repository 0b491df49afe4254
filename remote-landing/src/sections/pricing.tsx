import type { Host, Site } from '@site/contract/host';
import { isFollowedHere } from '@site/contract/link-click';
import { promised, taxLineOf } from '@site/contract/owner-facts';
import { inEuros, pricesOf, taxWord } from '@site/contract/prices';
import {
  Box,
  Button,
  Card,
  CheckList,
  Container,
  Flex,
  Grid,
  Heading,
  Reveal,
  Section,
  Stack,
  Text,
  TextLink,
} from '@site/shared-ui';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { callToAction, pricing } from '../content/pricing';
import { SectionHeading } from './section';

const PRICING_TITLE_ID = 'pricing-title';

export function Pricing({ host }: { readonly host: Host }) {
  return (
    <Section tone="sand" labelledBy={PRICING_TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={PRICING_TITLE_ID} title={pricing.title} intro={pricing.intro(host.site)} />
          <Grid templateColumns="repeat(auto-fit, minmax(min(100%, 20rem), 1fr))" gap="6">
            <StandardPlan host={host} />
            <FundedPlan host={host} />
          </Grid>
          <Stack gap="2" marginTop="8" maxWidth="prose">
            <Text fontWeight="semibold">{pricing.summary(host.site)}</Text>
            <Text fontSize="sm">{pricing.noPayment}</Text>
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}

const { standard } = pricing;

function StandardPlan({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <PlanCard
      tone="chalk"
      name={standard.name}
      price={pricesOf(site).standard}
      site={site}
      features={standard.features(site)}
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

const SCROLL_TO_TOP_AFTER_MS = 100;

const { funded } = pricing;
const { conditions, fund } = funded;

export function FundedPlan({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <PlanCard
      tone="sage"
      name={funded.name}
      price={pricesOf(site).funded}
      site={site}
      features={funded.features(site)}
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
function scrollToTopSoon(event: MouseEvent<HTMLAnchorElement>) {
  if (!isFollowedHere(event, event.currentTarget)) return;
  setTimeout(() => window.scrollTo(0, 0), SCROLL_TO_TOP_AFTER_MS);
}

interface PlanCardProps {
  readonly tone: 'chalk' | 'sage';
  readonly name: string;
  readonly price: number;
  readonly site: Site;
  readonly features: readonly string[];
  readonly action: ReactNode;
  readonly children: ReactNode;
}

function PlanCard({ tone, name, price, site, features, action, children }: PlanCardProps) {
  const titleId = useId();
  return (
    <Card as="article" tone={tone} aria-labelledby={titleId}>
      <Stack gap="5" height="full">
        <Heading as="h3" id={titleId} size="xl">
          {name}
        </Heading>
        <Box>
          <Text
            fontFamily="heading"
            fontSize="4xl"
            fontWeight="bold"
            lineHeight="tight"
            fontVariantNumeric="tabular-nums"
          >
            {inEuros(price)}
            <Box as="span" fontSize="xl" marginLeft="1">
              {taxWord(site, price)}
            </Box>
          </Text>
          {taxLineOf(site) && <Text fontSize="sm">{taxLineOf(site)}</Text>}
        </Box>
        <CheckList items={features} />
        {children}
        <Box marginTop="auto">{action}</Box>
      </Stack>
    </Card>
  );
}

interface PlanNoteProps {
  readonly title: string;
  readonly children: ReactNode;
}

function PlanNote({ title, children }: PlanNoteProps) {
  return (
    <Box>
      <Text fontWeight="semibold">{title}</Text>
      {children}
    </Box>
  );
}

const { title, text } = pricing.guarantee;

function Guarantee({ site }: { readonly site: Site }) {
  const { email, guarantee } = site;
  if (!promised(site, 'guarantee', title)) return null;
  return (
    <PlanNote title={title}>
      <Text>
        {text(email)}
        {guarantee && ` ${guarantee.deadline}`}
      </Text>
    </PlanNote>
  );
}

const CALL_TITLE_ID = 'cta-title';

/** Adapts the quiet button, which is dark for light surfaces, to this dark section. */
const outlinedOnInk = {
  borderColor: 'paper',
  color: 'paper',
  _hover: { background: 'paper', color: 'ink' },
  _print: { borderColor: 'ink', color: 'ink' },
};

export function CallToAction({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { before, word, to, address, after } = callToAction.reply;
  return (
    <Section id="cta" tone="ink" labelledBy={CALL_TITLE_ID}>
      <Container>
        <Reveal>
          <Stack gap="6">
            <Heading as="h2" id={CALL_TITLE_ID} size="3xl">
              {callToAction.title}
            </Heading>
            <Text fontSize="lg" maxWidth="prose">
              {callToAction.intro}
            </Text>
            <Flex direction={{ base: 'column', md: 'row' }} gap="3" wrap={{ md: 'wrap' }}>
              <Button asChild size="lg" variant="inverted">
                <Link to={paths.booking}>{callToAction.book}</Link>
              </Button>
              <Button asChild size="lg" variant="quiet" {...outlinedOnInk}>
                <Link to={paths.contact}>{callToAction.write}</Link>
              </Button>
              <Button asChild size="lg" variant="quiet" {...outlinedOnInk}>
                <Link to={paths.funding}>{callToAction.procedure}</Link>
              </Button>
            </Flex>
            <Text>
              {before}
              <Box as="strong" background="sun" color="ink" paddingInline="2" borderRadius="full">
                {word}
              </Box>
              {to}
              <TextLink href={address(site.email)}>{site.email}</TextLink>
              {after(site.replyTime)}
            </Text>
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}
