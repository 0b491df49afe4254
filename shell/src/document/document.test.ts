import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { START_ELEMENT_ID } from '@site/contract/page-data';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex } from '../../tests/support/examples';
import { BOOTSTRAP_SCRIPT } from './bootstrap-script';
import {
  documentHtml,
  iconTags,
  rootFiles,
  SHARE_PICTURE,
  sharingTags,
  structuredDataTag,
  TOUCH_ICON,
} from './document';

describe('document', () => {
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

  test('requests the picture of the first screen before the fonts, not behind the styles', () => {
    const picture = '<link rel="preload" as="image" href="/r/contact/1.0.0-bbbbbbbbbb/desk.svg" fetchPriority="high"/>';
    const page = open({ html: picture + options.html });
    expect([...page.querySelectorAll('link[rel="preload"]')].map((link) => attribute(link, 'as'))).toEqual([
      'image',
      'font',
      'font',
    ]);
    expect(page.getElementById('root')?.innerHTML).toBe(options.html);
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
});

describe('root files', () => {
  const SCRIPT_URL = '/r/shell/1.0.0-aaaaaaaaaa/main.js';
  const files = rootFiles(exampleSite, SCRIPT_URL, exampleIndex);

  test('each root file is among the release’s pictures', () => {
    const asked = files.flatMap((entry) => ('file' in entry ? [entry.file] : []));
    expect(asked).toHaveLength(2);
    for (const file of asked) expect([file, existsSync(join(__dirname, '../../pictures', file))]).toEqual([file, true]);
  });

  test('the manifest has the site’s name and pictures of the same release', () => {
    const manifest = files.find(({ path }) => path === '/site.webmanifest');
    const { name, icons } = JSON.parse(manifest && 'text' in manifest ? manifest.text : '{}');
    expect(name).toBe(exampleSite.product);
    for (const { src } of icons) expect(src).toMatch(/^\/r\/shell\/1\.0\.0-aaaaaaaaaa\/[a-z-]+\.(svg|png)$/);
  });

  test('every root address in the head has a root file', () => {
    const asked = [...iconTags(SCRIPT_URL).matchAll(/href="(\/[^/"]*)"/g)].map(([, path]) => path);
    expect(asked).toHaveLength(2);
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(asked));
  });

  test('browsers prefetch the page for booking on hover and any other page when its link is pressed', () => {
    const rules = files.find(({ path }) => path === '/speculation-rules.json');
    expect(rules?.contentType).toBe('application/speculationrules+json');
    expect(JSON.parse(rules && 'text' in rules ? rules.text : '')).toEqual({
      prefetch: [
        { where: { href_matches: '/booking' }, eagerness: 'moderate' },
        { where: { href_matches: '/*' }, eagerness: 'conservative' },
      ],
    });
  });
});

describe('sharing', () => {
  const page = {
    site: exampleSite,
    path: '/contact',
    title: 'Contactez-nous',
    description: 'Écrivez-nous : « bonjour » suffit.',
    script: { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js' },
  };
  const WITHOUT_ADDRESSES = [
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="fr_FR">',
    '<meta property="og:site_name" content="Atelier Relance">',
    '<meta property="og:title" content="Contactez-nous">',
    '<meta property="og:description" content="Écrivez-nous : « bonjour » suffit.">',
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  const ORIGIN = 'https://atelier-relance.example';

  test('a shared page has absolute addresses, or none without an origin', () => {
    expect(sharingTags(page).split('\n')).toEqual([
      `<link rel="canonical" href="${ORIGIN}/contact">`,
      ...WITHOUT_ADDRESSES,
      `<meta property="og:url" content="${ORIGIN}/contact">`,
      `<meta property="og:image" content="${ORIGIN}/r/shell/1.0.0-aaaaaaaaaa/og.png">`,
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      expect.stringContaining('trois automatisations'),
    ]);
    expect(sharingTags({ ...page, site: { ...exampleSite, origin: '' } }).split('\n')).toEqual(WITHOUT_ADDRESSES);
  });

  const picture = (file: string) => readFileSync(join(__dirname, '../../pictures', file));
  /** Reads the picture's header. */
  const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

  test('the picture for sharing has the stated size and is small', () => {
    const { file, width, height } = SHARE_PICTURE;
    expect(sizeOf(picture(file))).toEqual({ width, height });
    expect(picture(file).length).toBeLessThan(100 * 1024);
  });

  test('the home screen’s icon has the size in the manifest', () => {
    expect(sizeOf(picture(TOUCH_ICON))).toEqual({ width: 180, height: 180 });
  });
});

describe('structured data', () => {
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
});
