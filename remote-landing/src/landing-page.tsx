import type { Host, HostedPage, StructuredData } from '@site/contract/host';
import { TRAINING_HOURS } from '@site/contract/offer';
import { contract } from '../contract';
import { pricing } from './content/pricing';
import { Hero } from './sections/hero';
import { CallToAction, Pricing } from './sections/pricing';
import { Benefits, Programme } from './sections/programme';
import { Proof, Trainer } from './sections/proof';
import { Questions } from './sections/questions';
import { TrainingSheet } from './sections/training-sheet';

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

const [{ title, description }] = contract.routes;

/** Describes the training to search engines, with only the facts and prices that the page shows. */
export const structuredData = ({ site, paths }: Host): StructuredData => ({
  '@type': 'Course',
  name: title,
  description,
  inLanguage: 'fr',
  provider: { '@type': 'Organization', name: site.publisher.name || site.product, ...urlOf(site.origin, paths.home) },
  offers: [pricing.standard, pricing.funded].map(({ name, price }) => ({
    '@type': 'Offer',
    category: 'Paid',
    name,
    price,
    priceCurrency: 'EUR',
    ...urlOf(site.origin, paths.booking),
  })),
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${TRAINING_HOURS}H`,
    inLanguage: 'fr',
  },
});

/** Absolute addresses need the site's origin. */
const urlOf = (origin: string, path: string) => (origin ? { url: origin + path } : {});
