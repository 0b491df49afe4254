import { exampleSite } from '@site/shared-ui/testing';
import { structuredDataTag } from './structured-data';

const script = { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js' };

function graph(parts: Partial<Parameters<typeof structuredDataTag>[0]> = {}) {
  const tag = structuredDataTag({ site: exampleSite, script, ...parts });
  const page = new DOMParser().parseFromString(tag, 'text/html');
  const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  expect(data['@context']).toBe('https://schema.org');
  return data['@graph'] as unknown[];
}

test('every page names the organisation and the site', () => {
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

test('a page’s own remote adds what only it knows', () => {
  const course = { '@type': 'Course', name: 'Une journée' };
  expect(graph({ structuredData: course })[2]).toEqual(course);
});

test('the organisation is the publisher, once he is told', () => {
  const site = { ...exampleSite, publisher: { ...exampleSite.publisher, name: 'Ada Roy EI' } };
  expect(graph({ site })[0]).toMatchObject({ name: 'Ada Roy EI' });
});

test('what the owner has not told is left out', () => {
  const [organization, webSite] = graph({ site: { ...exampleSite, origin: '', phone: '' } });
  expect(Object.keys(organization as object)).toEqual(['@type', 'name', 'email']);
  expect(Object.keys(webSite as object)).toEqual(['@type', 'name', 'inLanguage']);
});
