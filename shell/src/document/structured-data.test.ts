import { exampleSite } from '@site/shared-ui/testing';
import { structuredDataTag } from './structured-data';

const script = { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js' };

function graph(options: Partial<Parameters<typeof structuredDataTag>[0]> = {}) {
  const tag = structuredDataTag({ site: exampleSite, script, ...options });
  const page = new DOMParser().parseFromString(tag, 'text/html');
  const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  expect(data['@context']).toBe('https://schema.org');
  return data['@graph'] as unknown[];
}

test('every page describes the organisation and the site', () => {
  expect(graph()).toEqual([
    expect.objectContaining({
      '@type': 'Organization',
      name: 'Atelier Relance',
      telephone: '+33639980000',
      url: 'https://atelier-relance.example/',
    }),
    { '@type': 'WebSite', name: 'Atelier Relance', inLanguage: 'fr', url: 'https://atelier-relance.example/' },
  ]);
});

test('a page’s remote adds structured data', () => {
  const course = { '@type': 'Course', name: 'Une journée' };
  expect(graph({ structuredData: course })[2]).toEqual(course);
});

test('the organisation is the publisher if there is one', () => {
  const site = { ...exampleSite, publisher: { ...exampleSite.publisher, name: 'Ada Roy EI' } };
  expect(graph({ site })[0]).toMatchObject({ name: 'Ada Roy EI' });
});

test('missing facts are left out', () => {
  const [organization, webSite] = graph({ site: { ...exampleSite, origin: '', phone: '' } });
  expect(Object.keys(organization as object)).toEqual(['@type', 'name', 'email']);
  expect(Object.keys(webSite as object)).toEqual(['@type', 'name', 'inLanguage']);
});
