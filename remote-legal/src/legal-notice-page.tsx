import type { HostedPage, Site } from '@site/contract/host';
import { orToComplete } from '@site/contract/to-complete';
import {
  Box,
  Container,
  formatFrenchDate,
  Grid,
  Heading,
  PageHeader,
  Stack,
  Text,
  TextLink,
  todayInParis,
  useHydrated,
} from '@site/shared-ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { legalNotice, personalData, type Row, TEXT_CHANGED_ON } from './content/legal-notice';
import { BulletList } from './sections/bullet-list';
import { AVOID_PAGE_BREAK, Printable } from './sections/printable';
import { BackLink, TextSection } from './sections/text-section';

export const Page: HostedPage = ({ host: { site, paths, Link, composedOn } }) => {
  useScrollToTopOnArrival();
  const { title, back, publisher, hosting, intellectualProperty, cookies, liability, law } = legalNotice;
  return (
    <Printable>
      <PageHeader title={title}>
        <BackLink Link={Link} to={paths.home}>
          {back}
        </BackLink>
      </PageHeader>
      <Container paddingBottom={{ base: '14', md: '24' }}>
        <TextSection title={publisher.title}>
          <RowList rows={publisher.rows(site)} />
        </TextSection>
        <TextSection title={hosting.title}>
          <RowList rows={hosting.rows(site)} />
        </TextSection>
        <DataHost site={site} />
        <TrainingProvider site={site} />
        <TextSection {...intellectualProperty} />
        <PersonalDataSection site={site} />
        <TextSection title={cookies.title} paragraphs={cookies.paragraphs}>
          <TextLink asChild alignSelf="start">
            <Link to={paths.cookiePolicy}>{cookies.link}</Link>
          </TextLink>
        </TextSection>
        <TextSection {...liability} />
        <TextSection {...law} />
        <Mediation site={site} />
        <LastUpdate composedOn={composedOn} />
      </Container>
    </Printable>
  );
};

/** A visitor who is already reading the prerendered page keeps the scroll position. */
function useScrollToTopOnArrival() {
  const isHydrated = useHydrated();
  const [isClientNavigation] = useState(isHydrated);
  useEffect(() => {
    if (isClientNavigation) window.scrollTo(0, 0);
  }, [isClientNavigation]);
}

function DataHost({ site: { dataHost } }: { readonly site: Site }) {
  const { title, intro, rows } = legalNotice.dataHost;
  if (!dataHost) return null;
  return (
    <TextSection title={title} paragraphs={[intro]}>
      <RowList rows={rows(dataHost)} />
    </TextSection>
  );
}

function Mediation({ site: { mediator } }: { readonly site: Site }) {
  const { title, text, rows, link } = legalNotice.mediation;
  if (!mediator) return null;
  return (
    <TextSection title={title} paragraphs={[text]}>
      <RowList rows={rows(mediator)} />
      <TextLink href={mediator.url} alignSelf="start">
        {link}
      </TextLink>
    </TextSection>
  );
}

function TrainingProvider({ site: { nda, papers, qualiopi } }: { readonly site: Site }) {
  const { title, declaration, ...words } = legalNotice.training;
  if (!nda && !qualiopi) return null;
  return (
    <TextSection title={title} paragraphs={nda ? [declaration(nda, papers?.region)] : []}>
      {qualiopi && (
        <>
          <Text>{words.qualiopi(qualiopi.category)}</Text>
          <TextLink href={qualiopi.certificate} alignSelf="start">
            {words.certificate}
          </TextLink>
        </>
      )}
    </TextSection>
  );
}

function RowList({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Grid
      as="dl"
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'min(14rem, 40%) minmax(0, 1fr)' }}
      columnGap="6"
      rowGap={{ base: '1', md: '2' }}
      css={{ '@media print': { gridTemplateColumns: '14rem 1fr' } }}
    >
      {rows.map(({ label, value }) => (
        <Box key={label} display="contents">
          <Box as="dt" fontWeight="semibold">
            {label}
          </Box>
          <Box as="dd" marginBottom={{ base: '3', md: '0' }}>
            {orToComplete(value)}
          </Box>
        </Box>
      ))}
    </Grid>
  );
}

/** Shows today, but the day of composition during hydration, so that the HTML matches. */
function LastUpdate({ composedOn }: { readonly composedOn: string }) {
  const day = useSyncExternalStore(
    subscribeNever,
    () => todayInParis(),
    () => composedOn,
  );
  const { title, before, changed } = legalNotice.updated;
  return (
    <TextSection title={title}>
      <Text>
        {`${before} `}
        <time dateTime={day}>{formatFrenchDate(day)}</time>.
      </Text>
      <Text>
        {`${changed} `}
        <time dateTime={TEXT_CHANGED_ON}>{formatFrenchDate(TEXT_CHANGED_ON)}</time>.
      </Text>
    </TextSection>
  );
}

const subscribeNever = () => () => undefined;

function PersonalDataSection({ site }: { readonly site: Site }) {
  const { title, topics, complaint } = personalData;
  return (
    <TextSection title={title} isLong>
      {topics(site).map((topic) => (
        <Stack key={topic.title} gap="2" paddingTop="2" {...AVOID_PAGE_BREAK}>
          <Heading as="h3">{topic.title}</Heading>
          {topic.items && <BulletList items={topic.items} />}
          {topic.paragraphs?.map((paragraph) => (
            <Text key={paragraph}>{paragraph}</Text>
          ))}
        </Stack>
      ))}
      <Text>
        {complaint.before}
        <TextLink href={complaint.url}>{complaint.link}</TextLink>
        {complaint.after}
      </Text>
    </TextSection>
  );
}
