import { join } from 'node:path';
import { compose } from '@site/release-core/compose/compose';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { type ComposedPages, NOT_FOUND } from '@site/release-core/store/revision';
import { openSiteStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HtmlValidate } from 'html-validate';
import { copyFirstReleases, HOSTED, startSite } from './running-site';
import { copyWholeWorkspace } from './workspace-copy';

interface ComposedSite {
  readonly texts: ReadonlyMap<string, string>;
  readonly described: ComposedPages;
  readonly released: (address: string) => Promise<Buffer>;
}

async function composeSite(origin: string): Promise<ComposedSite> {
  const dataDir = temporaryFolder();
  // Builds in a copy, since another test file may build in the checkout at the same time.
  if (!copyFirstReleases(dataDir)) {
    const site = await startSite({ DATA_DIR: dataDir, ...HOSTED }, copyWholeWorkspace(temporaryFolder()));
    await site.end();
  }
  const store = openSiteStore(dataDir);
  const { releases = {} } = (await store.readRevision()) ?? {};
  const { site } = await readSiteConfig(join(root, 'site.json'));
  const backend = { url: '', anonKey: 'example-key' };
  const { pages } = await compose(store, {
    seq: 1,
    releases,
    data: { site: { ...site, origin }, backend, composedOn: '2026-11-21' },
  });

  const texts = Object.entries(pages).map(
    async ([path, { body }]): Promise<[string, string]> => [path, (await store.readBody(body)).toString()],
  );
  return {
    described: pages,
    texts: new Map(await Promise.all(texts)),
    released: async (address) => {
      const [, , name = '', id = '', file = ''] = address.split('/');
      return store.readClientFile({ name, id }, file);
    },
  };
}

const ORIGIN = 'https://journee.example';
let composed: ComposedSite;
let pages: readonly [path: string, html: string][];

beforeAll(async () => {
  composed = await composeSite(ORIGIN);
  const isPage = (path: string) => composed.described[path]?.contentType.startsWith('text/html');
  pages = [...composed.texts].filter(([path]) => isPage(path));
});

const textOf = (path: string) => composed.texts.get(path) ?? '';
const isPrivate = (path: string) => composed.described[path]?.private === true;
const pathsOf = () =>
  pages.map(([path]) => path).filter((path) => path !== NOT_FOUND && !composed.described[path]?.noindex);
const first = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? '';

test('a validator finds no error in any page', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // This rule also rejects, by default, names that the standard allows, such as a list's.
    rules: { 'aria-label-misuse': ['error', { allowAnyNamable: true }] },
  });
  const findings = await Promise.all(
    pages.map(async ([path, html]) => {
      const { results } = await validator.validateString(html);
      return results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`),
      );
    }),
  );
  expect(findings.flat()).toEqual([]);
});

test('with an origin, each page contains its own URL and an existing picture', async () => {
  expect(pathsOf().length).toBeGreaterThan(5);
  for (const path of pathsOf()) {
    const html = textOf(path);
    expect(first(/<link rel="canonical" href="([^"]*)">/, html)).toBe(ORIGIN + path);
    expect(first(/<meta property="og:url" content="([^"]*)">/, html)).toBe(ORIGIN + path);
    const picture = first(/<meta property="og:image" content="([^"]*)">/, html);
    expect(picture.startsWith(`${ORIGIN}/r/shell/`)).toBe(true);
    expect((await composed.released(picture.slice(ORIGIN.length))).length).toBeLessThan(100 * 1024);
  }
  expect(textOf(NOT_FOUND)).not.toMatch(/canonical|og:url|ld\+json/);
});

test('the owner’s space is composed with nothing for search engines, and no public text mentions it', () => {
  expect(pages.map(([path]) => path).filter(isPrivate)).toEqual(['/espace']);
  expect(textOf('/espace')).toContain('<meta name="robots" content="noindex">');
  expect(textOf('/espace')).not.toMatch(/canonical|og:url|ld\+json|site\.webmanifest/);
  for (const [path, text] of composed.texts) if (!isPrivate(path)) expect(text).not.toMatch(/\/espace|ownerSpace/);
});

test('every picture named in a page’s head or the manifest exists', async () => {
  const manifest = JSON.parse(textOf('/site.webmanifest')) as { icons: { src: string }[] };
  const named = [...textOf('/').matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"/g)].map(
    ([, address = '']) => address,
  );
  const addresses = [...new Set([...named, ...manifest.icons.map(({ src }) => src)])];
  expect(addresses).toHaveLength(3);
  for (const address of addresses) {
    expect(address in composed.described || (await composed.released(address)).length > 0).toBe(true);
  }
  expect(composed.described['/favicon.ico']?.contentType).toBe('image/x-icon');
});
