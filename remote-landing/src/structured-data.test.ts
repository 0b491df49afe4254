/** @jest-environment node */

import { exampleSite, fakeHost } from '@site/shared-ui/testing';
import { pricing } from './content/pricing';
import { structuredData } from './structured-data';

const course = (origin = 'https://atelier.example') => structuredData(fakeHost({ site: { ...exampleSite, origin } }));

test('describes one course of eight hours, online and in French', () => {
  expect(course()).toMatchObject({
    '@type': 'Course',
    inLanguage: 'fr',
    provider: { '@type': 'Organization', name: exampleSite.product },
    hasCourseInstance: { courseMode: 'Online', courseWorkload: 'PT8H' },
  });
});

test('offers both plans at their prices, and claims no rating', () => {
  expect(course()).toMatchObject({
    offers: [
      { '@type': 'Offer', price: pricing.standard.price, priceCurrency: 'EUR', url: 'https://atelier.example/booking' },
      { '@type': 'Offer', price: pricing.funded.price, priceCurrency: 'EUR', url: 'https://atelier.example/booking' },
    ],
  });
  expect(JSON.stringify(course())).not.toMatch(/rating|review/i);
});

test('has no URLs without an origin', () => {
  expect(JSON.stringify(course(''))).not.toContain('"url"');
});
