import type { HostedPage } from '@site/contract/host';
import { PageHeader } from '@site/shared-ui';
import { funding } from './content/funding';
import { FundingContact } from './sections/funding-contact';
import { Printable } from './sections/printable';
import { Profiles } from './sections/profiles';
import { Steps } from './sections/steps';

export const Page: HostedPage = ({ host }) => (
  <Printable>
    <PageHeader title={funding.title} intro={funding.intro} />
    <Profiles />
    <Steps site={host.site} />
    <FundingContact host={host} />
  </Printable>
);
