import type { HostedPage } from '@site/contract/host';
import { Benefits } from './sections/benefits';
import { CallToAction } from './sections/call-to-action';
import { Hero } from './sections/hero';
import { Pricing } from './sections/pricing';
import { Programme } from './sections/programme';
import { Proof } from './sections/proof';
import { Questions } from './sections/questions';
import { Trainer } from './sections/trainer';
import { TrainingSheet } from './sections/training-sheet';

export { structuredData } from './structured-data';

export const Page: HostedPage = ({ host }) => (
  <>
    <Hero host={host} />
    <Benefits />
    <Programme bonuses={host.site.training.bonuses} />
    <Proof site={host.site} />
    <Pricing host={host} />
    {host.site.trainer && <Trainer trainer={host.site.trainer} />}
    <TrainingSheet site={host.site} />
    <Questions host={host} />
    <CallToAction host={host} />
  </>
);
