import type { Site } from '@site/contract/host';
import type { RemoteRoute } from '@site/contract/routes';
import { exampleRelease } from '../../tests/support/example-release';
import { crawlerFiles } from './crawler-files';

const route = (path: string): RemoteRoute => ({ name: 'home', path, module: '', title: '', description: '' });
const release = (name: string, publishedAt: string, ...paths: string[]) =>
  exampleRelease({ name, publishedAt, routes: paths.map(route) });
const ownPage: RemoteRoute = { ...route('/reservation/gerer'), noindex: true };
const releases = [
  release('shell', '2026-11-21T08:00:00.000Z'),
  release('landing', '2026-11-02T23:30:00.000Z', '/'),
  exampleRelease({ name: 'booking', routes: [ownPage] }),
  release('legal', '2026-11-21T08:00:00.000Z', '/agefice', '/mentions-legales'),
];

const filesOf = (origin: string) =>
  new Map(crawlerFiles({ origin } as Site, releases).map(({ path, text }) => [path, text]));

test('lists every page that may be indexed in the site map with the day in Paris on which its release was published', () => {
  const map = filesOf('https://atelier.example').get('/sitemap.xml') ?? '';
  const pages = [...map.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)].map(([, loc, day]) => [loc, day]);
  expect(pages).toEqual([
    ['https://atelier.example/', '2026-11-03'],
    ['https://atelier.example/agefice', '2026-11-21'],
    ['https://atelier.example/mentions-legales', '2026-11-21'],
  ]);
});

test('allows every robot in robots.txt and names the site map', () => {
  expect(filesOf('https://atelier.example').get('/robots.txt')).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://atelier.example/sitemap.xml\n',
  );
});

test('escapes addresses in the site map', () => {
  expect(filesOf('https://atelier.example/a&b').get('/sitemap.xml')).toContain('<loc>https://atelier.example/a&amp;b/');
});

test('a site without an origin, and a draft, whose noindex robots have to see, have no site map', () => {
  const draft = crawlerFiles({ origin: 'https://atelier.example', draft: true } as Site, releases);
  for (const files of [crawlerFiles({ origin: '' } as Site, releases), draft]) {
    expect(files.map(({ path, text }) => [path, text])).toEqual([['/robots.txt', 'User-agent: *\nAllow: /\n']]);
  }
});
