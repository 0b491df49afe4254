import type { HostedPage } from '@site/contract/host';
import { PageHeader } from '@site/shared-ui';
import { funding } from './content/funding';
import { FundingContact } from './sections/funding-contact';
import { FundingTitle } from './sections/funding-title';
import { Printable } from './sections/printable';
import { Profiles } from './sections/profiles';
import { Steps } from './sections/steps';

export const Page: HostedPage = ({ host }) => (
  <Printable>
    <PageHeader title={<FundingTitle />} intro={funding.intro} />
    <Profiles />
    <Steps host={host} />
    <FundingContact host={host} />
  </Printable>
);
