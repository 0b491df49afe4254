import type { HostedPage } from '@site/contract/host';
import { Container, PageHeader } from '@site/shared-ui';
import { cookiePolicy } from './content/cookie-policy';
import { BackLink } from './sections/back-link';
import { BrowserHelp } from './sections/browser-help';
import { ConsentStatus } from './sections/consent-status';
import { CookiesUsed } from './sections/cookies-used';
import { TextSection } from './sections/text-section';

export const Page: HostedPage = ({ host: { paths, Link, consent } }) => (
  <>
    <PageHeader title={cookiePolicy.title} intro={cookiePolicy.intro}>
      <BackLink Link={Link} to={paths.legalNotice}>
        {cookiePolicy.back}
      </BackLink>
    </PageHeader>
    <Container paddingBottom={{ base: '14', md: '24' }}>
      <ConsentStatus consent={consent} />
      <TextSection {...cookiePolicy.definition} />
      <CookiesUsed />
      <TextSection {...cookiePolicy.management} />
      <BrowserHelp />
    </Container>
  </>
);
