import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleSite } from '@site/shared-ui/testing';
import { SHARE_PICTURE, TOUCH_ICON } from './root-files';
import { sharingTags } from './sharing';

const page = {
  site: exampleSite,
  path: '/contact',
  title: 'Contactez-nous',
  description: 'Écrivez-nous : « bonjour » suffit.',
  script: { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js' },
};
const open = (site = exampleSite) => new DOMParser().parseFromString(sharingTags({ ...page, site }), 'text/html').head;
const contentOf = (head: Element, property: string) =>
  head.querySelector(`meta[property="${property}"]`)?.getAttribute('content') ?? null;

test('a shared page has a title, a description and a locale', () => {
  const head = open();
  expect(contentOf(head, 'og:title')).toBe(page.title);
  expect(contentOf(head, 'og:description')).toBe(page.description);
  expect(contentOf(head, 'og:site_name')).toBe(exampleSite.product);
  expect(contentOf(head, 'og:locale')).toBe('fr_FR');
  expect(contentOf(head, 'og:type')).toBe('website');
  expect(head.querySelector('meta[name="twitter:card"]')?.getAttribute('content')).toBe('summary_large_image');
});

test('addresses for sharing are absolute', () => {
  const head = open();
  const address = 'https://atelier-relance.example/contact';
  expect(head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(address);
  expect(contentOf(head, 'og:url')).toBe(address);
  expect(contentOf(head, 'og:image')).toBe('https://atelier-relance.example/r/shell/1.0.0-aaaaaaaaaa/og.png');
  expect(contentOf(head, 'og:image:alt')).toContain('trois automatisations');
});

test('without an origin, there are no addresses for sharing', () => {
  const head = open({ ...exampleSite, origin: '' });
  expect(contentOf(head, 'og:title')).toBe(page.title);
  expect(head.querySelector('[rel="canonical"], [property="og:url"], [property^="og:image"]')).toBeNull();
});

const picture = (file: string) => readFileSync(join(__dirname, '../../pictures', file));
/** From the picture's header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

test('the picture for sharing has the stated size and is small', () => {
  const { file, width, height } = SHARE_PICTURE;
  expect(sizeOf(picture(file))).toEqual({ width, height });
  expect([contentOf(open(), 'og:image:width'), contentOf(open(), 'og:image:height')]).toEqual(['1200', '630']);
  expect(picture(file).length).toBeLessThan(100 * 1024);
});

test('the home screen’s icon has the size in the manifest', () => {
  expect(sizeOf(picture(TOUCH_ICON))).toEqual({ width: 180, height: 180 });
});
