import type { HostedPage } from '@site/contract/host';
import { Container, PageHeader, TextLink, useHydrated } from '@site/shared-ui';
import { useEffect, useState } from 'react';
import { legalNotice } from './content/legal-notice';
import { BackLink } from './sections/back-link';
import { DataHost } from './sections/data-host';
import { FactList } from './sections/fact-list';
import { LastUpdate } from './sections/last-update';
import { Mediation } from './sections/mediation';
import { PersonalDataSection } from './sections/personal-data-section';
import { Printable } from './sections/printable';
import { TextSection } from './sections/text-section';
import { TrainingProvider } from './sections/training-provider';

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
