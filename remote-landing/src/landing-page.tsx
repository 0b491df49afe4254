import { dayMinutes } from '@site/contract/day-hours';
import type { Host, HostedPage, StructuredData } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import { pricesOf } from '@site/contract/prices';
import { contract } from '../contract';
import { hero } from './content/opening';
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
    <Benefits site={host.site} />
    <Programme site={host.site} />
    <Proof site={host.site} />
    <Pricing host={host} />
    {host.site.trainer && <Trainer trainer={host.site.trainer} />}
    <TrainingSheet site={host.site} />
    <Questions host={host} />
    <CallToAction host={host} />
  </>
);

const [route] = contract.routes;

const ALONE = ', en tête-à-tête';

/** The description of the page, with prices that the owner may change and a promise that the owner may hide. */
export const description = ({ site }: Host): string => {
  const { amount, funding } = hero.price(site);
  const promisedText = route.description.replace(ALONE, (words) => promised(site, 'alone', words));
  return `${promisedText} ${amount}${funding}.`;
};

/** Describes the training to search engines, with only the facts and prices that the page shows. */
export const structuredData = (host: Host): StructuredData => ({
  '@type': 'Course',
  name: route.title,
  description: description(host),
  inLanguage: 'fr',
  ...offered(host),
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${dayMinutes(host.site.day)}M`,
    inLanguage: 'fr',
  },
});

const offered = ({ site, paths }: Host) => ({
  provider: { '@type': 'Organization', name: site.publisher.name || site.product, ...urlOf(site.origin, paths.home) },
  offers: (['standard', 'funded'] as const).map((plan) => ({
    '@type': 'Offer',
    category: 'Paid',
    name: pricing[plan].name,
    price: pricesOf(site)[plan],
    priceCurrency: 'EUR',
    ...urlOf(site.origin, paths.booking),
  })),
});

/** Absolute addresses need the site's origin. */
const urlOf = (origin: string, path: string) => (origin ? { url: origin + path } : {});
