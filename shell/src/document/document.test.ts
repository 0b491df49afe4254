import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex } from '../testing/example-index';
import { documentHtml } from './document';
import { EARLY_SCRIPT } from './early-script';

const parts = {
  index: exampleIndex,
  site: exampleSite,
  backend: { url: '', anonKey: 'example-key' },
  composedOn: '2026-11-20',
  path: '/contact',
  title: 'Contactez-nous | Atelier Relance',
  description: 'Écrivez-nous.',
  isIndexed: true,
  styles: '<style data-emotion="css abc">.css-abc{color:red}</style>',
  html: '<main><h1>Contactez-nous</h1></main>',
  script: { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js', integrity: 'sha384-shell' },
};

const open = (changes: Partial<typeof parts> = {}) =>
  new DOMParser().parseFromString(documentHtml({ ...parts, ...changes }), 'text/html');

const jsonOf = (page: Document, id: string): unknown => JSON.parse(page.getElementById(id)?.textContent ?? '');

test('is a French page with its content, its styles and the day of composing', () => {
  const page = open();
  expect(page.documentElement).toHaveAttribute('lang', 'fr');
  expect(page.documentElement).toHaveAttribute('data-composed', '2026-11-20');
  expect(page.querySelector('#root h1')).toHaveTextContent('Contactez-nous');
  expect(page.head.querySelector('style')).toHaveTextContent('.css-abc{color:red}');
});

test('starts one pinned script, after one inline script that never changes', () => {
  const scripts = [...open().querySelectorAll('script:not([type])')];
  expect(scripts).toHaveLength(2);
  expect(scripts[0]).toHaveTextContent(EARLY_SCRIPT, { normalizeWhitespace: false });
  expect(scripts[1]).toHaveAttribute('src', parts.script.url);
  expect(scripts[1]).toHaveAttribute('integrity', 'sha384-shell');
  expect(scripts[1]).toHaveAttribute('crossorigin', 'anonymous');
  expect(scripts[1]).toHaveAttribute('defer');
});

test('no text of the owner’s can end the data’s script element', () => {
  const site = { ...exampleSite, product: '</script><script>alert(1)</script><!--' };
  const page = open({ site });
  expect(jsonOf(page, 'site-data')).toEqual({ site, backend: parts.backend });
  expect(jsonOf(page, 'release-index')).toEqual(exampleIndex);
  expect(page.querySelectorAll('script')).toHaveLength(4);
});

test('no text can leave its place in the head', () => {
  const text = '"><script>alert(1)</script> & <b>';
  const page = open({ title: text, description: text });
  expect(page.title).toBe(text);
  expect(page.querySelector('meta[name="description"]')).toHaveAttribute('content', text);
  expect(page.querySelectorAll('script')).toHaveLength(4);
});

test('has a canonical address where the site’s own is known', () => {
  const canonical = (page: Document) => page.querySelector('link[rel="canonical"]');
  expect(canonical(open())).toHaveAttribute('href', 'https://atelier-relance.example/contact');
  expect(canonical(open({ site: { ...exampleSite, origin: '' } }))).toBeNull();
});

test('only a page for unknown paths is kept out of search engines', () => {
  const robots = (page: Document) => page.querySelector('meta[name="robots"]');
  expect(robots(open())).toBeNull();
  const unknown = open({ isIndexed: false, description: '' });
  expect(robots(unknown)).toHaveAttribute('content', 'noindex');
  expect(unknown.querySelector('link[rel="canonical"]')).toBeNull();
  expect(unknown.querySelector('meta[name="description"]')).toBeNull();
});
