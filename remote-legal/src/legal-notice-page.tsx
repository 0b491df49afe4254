import type { HostedPage, Site } from '@site/contract/host';
import { Container, PageHeader, Text, TextLink, useHydrated } from '@site/shared-ui';
import { useEffect, useState } from 'react';
import { legalNotice } from './content/legal-notice';
import { BackLink } from './sections/back-link';
import { FactList } from './sections/fact-list';
import { LastUpdate } from './sections/last-update';
import { PersonalDataSection } from './sections/personal-data-section';
import { Printable } from './sections/printable';
import { TextSection } from './sections/text-section';

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
          <FactList facts={publisher.facts(site)} />
        </TextSection>
        <TextSection title={hosting.title}>
          <FactList facts={hosting.facts(site)} />
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
  const { title, intro, facts } = legalNotice.dataHost;
  if (!dataHost) return null;
  return (
    <TextSection title={title} paragraphs={[intro]}>
      <FactList facts={facts(dataHost)} />
    </TextSection>
  );
}

function Mediation({ site: { mediator } }: { readonly site: Site }) {
  const { title, text, facts, link } = legalNotice.mediation;
  if (!mediator) return null;
  return (
    <TextSection title={title} paragraphs={[text]}>
      <FactList facts={facts(mediator)} />
      <TextLink href={mediator.url} alignSelf="start">
        {link}
      </TextLink>
    </TextSection>
  );
}

function TrainingProvider({ site: { nda, qualiopi } }: { readonly site: Site }) {
  const { title, declaration, ...words } = legalNotice.training;
  if (!nda && !qualiopi) return null;
  return (
    <TextSection title={title} paragraphs={nda ? [declaration(nda)] : []}>
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
