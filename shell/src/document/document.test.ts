import { START_ELEMENT_ID } from '@site/contract/page-data';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex } from '../../tests/support/example-index';
import { BOOTSTRAP_SCRIPT } from './bootstrap-script';
import { documentHtml } from './document';

const options = {
  index: exampleIndex,
  site: exampleSite,
  backend: { url: '', anonKey: 'example-key' },
  composedOn: '2026-11-20',
  path: '/contact',
  title: 'Contactez-nous',
  description: 'Écrivez-nous.',
  isIndexed: true,
  styles: '<style data-emotion="css abc">.css-abc{color:red}</style>',
  html: '<main><h1>Contactez-nous</h1></main>',
  script: { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js', integrity: 'sha384-shell' },
  ahead: ['/r/contact/1.0.0-bbbbbbbbbb/remoteEntry.js'],
};

const open = (changes: Partial<typeof options> = {}) =>
  new DOMParser().parseFromString(documentHtml({ ...options, ...changes }), 'text/html');

const attribute = (element: Element | null | undefined, name: string) => element?.getAttribute(name) ?? null;
const jsonOf = (page: Document, id: string): unknown => JSON.parse(page.getElementById(id)?.textContent ?? '');

test('writes a French page with its content, its styles and the day of composing', () => {
  const page = open();
  expect(attribute(page.documentElement, 'lang')).toBe('fr');
  expect(attribute(page.documentElement, 'data-composed')).toBe('2026-11-20');
  expect(page.querySelector('#root h1')?.textContent).toBe('Contactez-nous');
  expect(page.head.querySelector('style')?.textContent).toBe('.css-abc{color:red}');
});

test('has one constant inline script, and data that lists the scripts to load', () => {
  const page = open();
  expect([...page.querySelectorAll('script:not([type])')].map((script) => script.outerHTML)).toEqual([
    `<script>${BOOTSTRAP_SCRIPT}</script>`,
  ]);
  expect(page.querySelector('link[rel="modulepreload"], link[as="script"]')).toBeNull();
  expect(jsonOf(page, START_ELEMENT_ID)).toEqual({
    script: { src: '/r/shell/1.0.0-aaaaaaaaaa/main.js', integrity: 'sha384-shell' },
    ahead: ['/r/contact/1.0.0-bbbbbbbbbb/remoteEntry.js'],
  });
});

test('the owner’s texts cannot close the data’s script element', () => {
  const site = { ...exampleSite, product: '</script><script>alert(1)</script><!--' };
  const page = open({ site });
  expect(jsonOf(page, 'site-data')).toEqual({ site, backend: options.backend });
  expect(jsonOf(page, 'release-index')).toEqual(exampleIndex);
  expect(page.querySelectorAll('script')).toHaveLength(5);
});

test('texts are escaped in the head', () => {
  const text = '"><script>alert(1)</script> & <b>';
  const page = open({ title: text, description: text });
  expect(page.title).toBe(`${text} | Atelier Relance`);
  expect(attribute(page.querySelector('meta[property="og:title"]'), 'content')).toBe(text);
  expect(attribute(page.querySelector('meta[name="description"]'), 'content')).toBe(text);
  expect(page.querySelectorAll('script')).toHaveLength(5);
});

test('only a page that is not to be indexed has noindex, without tags for search engines', () => {
  const robots = (page: Document) => page.querySelector('meta[name="robots"]');
  expect(robots(open())).toBeNull();
  const unknown = open({ isIndexed: false, description: '' });
  expect(attribute(robots(unknown), 'content')).toBe('noindex');
  expect(unknown.querySelector('link[rel="canonical"], meta[property^="og:"]')).toBeNull();
  expect(unknown.querySelector('script[type="application/ld+json"]')).toBeNull();
  expect(unknown.querySelector('meta[name="description"]')).toBeNull();
});
