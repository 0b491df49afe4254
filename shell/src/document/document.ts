import { PRIVATE_MANIFEST_PATH, SPECULATION_RULES_PATH } from '@site/contract/addresses';
import { escapeHtml } from '@site/contract/escape-html';
import type { Site, StructuredData } from '@site/contract/host';
import {
  INDEX_ELEMENT_ID,
  jsonElement,
  jsonForHtml,
  type PageData,
  ROOT_ELEMENT_ID,
  SITE_ELEMENT_ID,
  START_ELEMENT_ID,
} from '@site/contract/page-data';
import { palette } from '@site/contract/palette';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { ShellBuild, ShellScript } from '@site/contract/shell-build';
import { fontUrls, toTelHref } from '@site/shared-ui';
import { sharing } from '../content/layout';
import { BOOTSTRAP_SCRIPT, PRIVATE_BOOTSTRAP_SCRIPT, type StartFiles } from './bootstrap-script';
import { pagePaths, pageTitle } from './page-data';

interface DocumentOptions extends PageData {
  readonly path: string;
  /** The product's name is added to it. */
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
  readonly structuredData?: StructuredData | undefined;
  readonly styles: string;
  readonly html: string;
  readonly script: ShellScript;
  readonly ahead: readonly string[];
}

export function documentHtml(page: DocumentOptions) {
  const { site, backend, index } = page;
  const [pictures, html] = splitPreloads(page.html);
  return `<!doctype html>
<html lang="fr" data-composed="${page.composedOn}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${pictures}
<title>${escapeHtml(pageTitle(page, site))}</title>
${page.description && `<meta name="description" content="${escapeHtml(page.description)}">`}
${page.isIndexed ? sharingTags(page) : '<meta name="robots" content="noindex">'}
${iconTags(page.script.url, index.private !== undefined)}
<script>${index.private ? PRIVATE_BOOTSTRAP_SCRIPT : BOOTSTRAP_SCRIPT}</script>
${fontUrls.map((url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${page.styles}
</head>
<body><div id="${ROOT_ELEMENT_ID}">${html}</div>
${jsonElement(START_ELEMENT_ID, startFiles(page))}
${jsonElement(SITE_ELEMENT_ID, { site, backend })}
${jsonElement(INDEX_ELEMENT_ID, index)}
${page.isIndexed ? structuredDataTag(page) : ''}</body>
</html>
`;
}

/** React writes the preloads of pictures before a page. Behind all its styles, the browser would see them later. */
function splitPreloads(html: string): readonly [preloads: string, html: string] {
  const { length } = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(html)?.[0] ?? '';
  return [html.slice(0, length), html.slice(length)];
}

const startFiles = ({ script: { url, integrity }, ahead }: DocumentOptions): StartFiles => ({
  script: { src: url, integrity },
  ahead,
});

/** Files of `pictures/`, which the build copies next to the shell's scripts. */
const FAVICON = 'favicon.svg';
const FAVICON_ICO = 'favicon.ico';
export const TOUCH_ICON = 'apple-touch-icon.png';
export const SHARE_PICTURE = { file: 'og.png', width: 1200, height: 630 } as const;

/** Address of the folder of the shell's client files, with a trailing slash. */
const clientBase = (scriptUrl: string) => scriptUrl.slice(0, scriptUrl.lastIndexOf('/') + 1);

const MANIFEST_PATH = '/site.webmanifest';
const FAVICON_PATH = `/${FAVICON_ICO}`;

/** Before hydration, the browser prefetches the booking page on hover and any other page on pointerdown. */
const speculationRules = (index: ReleaseIndex) => ({
  prefetch: [
    { where: { href_matches: pagePaths(index).booking }, eagerness: 'moderate' },
    { where: { href_matches: '/*' }, eagerness: 'conservative' },
  ],
});

/** Files that browsers request at the root unasked, and files whose address must not change with a release. */
export const rootFiles: ShellBuild['rootFiles'] = (site, scriptUrl, index) => [
  { path: FAVICON_PATH, contentType: 'image/x-icon', file: FAVICON_ICO },
  { path: `/${TOUCH_ICON}`, contentType: 'image/png', file: TOUCH_ICON },
  {
    path: MANIFEST_PATH,
    contentType: 'application/manifest+json',
    text: JSON.stringify(manifest(site, clientBase(scriptUrl))),
  },
  {
    path: SPECULATION_RULES_PATH,
    contentType: 'application/speculationrules+json',
    text: JSON.stringify(speculationRules(index)),
  },
];

const manifest = (site: Site, base: string) => ({
  name: site.product,
  lang: 'fr',
  start_url: '/',
  display: 'browser',
  theme_color: palette.paper,
  background_color: palette.paper,
  icons: [
    { src: base + FAVICON, type: 'image/svg+xml', sizes: 'any' },
    { src: base + TOUCH_ICON, type: 'image/png', sizes: '180x180' },
  ],
});

/** A private part has an icon of its own, which an iPhone takes from the manifest only without a touch icon. */
export const iconTags = (scriptUrl: string, isPrivate = false) => `<meta name="theme-color" content="${palette.paper}">
<link rel="icon" href="${FAVICON_PATH}" sizes="32x32">
<link rel="icon" href="${clientBase(scriptUrl)}${FAVICON}" type="image/svg+xml">
${isPrivate ? `<link rel="manifest" href="${PRIVATE_MANIFEST_PATH}">` : publicTags(scriptUrl)}`;

const publicTags = (scriptUrl: string) => `<link rel="apple-touch-icon" href="${clientBase(scriptUrl)}${TOUCH_ICON}">
<link rel="manifest" href="${MANIFEST_PATH}">`;

interface SharedPage {
  readonly site: { readonly product: string; readonly origin: string };
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly script: { readonly url: string };
}

export function sharingTags({ site, path, title, description, script }: SharedPage) {
  const tags = [
    property('og:type', 'website'),
    property('og:locale', 'fr_FR'),
    property('og:site_name', site.product),
    property('og:title', title),
    property('og:description', description),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  if (!site.origin) return tags.join('\n');
  return [
    `<link rel="canonical" href="${escapeHtml(site.origin + path)}">`,
    ...tags,
    property('og:url', site.origin + path),
    property('og:image', site.origin + clientBase(script.url) + SHARE_PICTURE.file),
    property('og:image:width', String(SHARE_PICTURE.width)),
    property('og:image:height', String(SHARE_PICTURE.height)),
    property('og:image:alt', sharing.pictureAlt),
  ].join('\n');
}

const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

interface DescribedPage {
  readonly site: Site;
  readonly script: { readonly url: string };
  readonly structuredData?: StructuredData | undefined;
}

export function structuredDataTag({ site, script, structuredData }: DescribedPage) {
  const graph = [organization(site, script.url), webSite(site), ...(structuredData ? [structuredData] : [])];
  return `<script type="application/ld+json">${jsonForHtml({ '@context': 'https://schema.org', '@graph': graph })}</script>`;
}

const organization = (site: Site, scriptUrl: string): StructuredData => ({
  '@type': 'Organization',
  name: site.publisher.name || site.product,
  email: site.email,
  ...(site.phone && { telephone: toTelHref(site.phone).replace('tel:', '') }),
  ...(site.origin && { url: `${site.origin}/`, logo: site.origin + clientBase(scriptUrl) + TOUCH_ICON }),
});

const webSite = (site: Site): StructuredData => ({
  '@type': 'WebSite',
  name: site.product,
  inLanguage: 'fr',
  ...(site.origin && { url: `${site.origin}/` }),
});
