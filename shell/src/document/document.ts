import { fontUrls } from '@site/shared-ui';
import type { PageData } from '../page-data';
import { INDEX_ELEMENT_ID, SITE_ELEMENT_ID } from '../page-data';
import { EARLY_SCRIPT } from './early-script';

export interface ShellScript {
  readonly url: string;
  readonly integrity: string;
}

interface DocumentParts extends PageData {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
  /** Style tags of what stands on the page. */
  readonly styles: string;
  /** The rendered tree. */
  readonly html: string;
  readonly script: ShellScript;
}

/** One whole HTML page. */
export function documentHtml(page: DocumentParts) {
  const { site, backend, index } = page;
  return `<!doctype html>
<html lang="fr" data-composed="${page.composedOn}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${page.description && `<meta name="description" content="${escapeHtml(page.description)}">`}
${page.isIndexed ? canonical(site.origin, page.path) : '<meta name="robots" content="noindex">'}
<meta name="theme-color" content="#FBF8F1">
<link rel="icon" href="data:,">
<script>${EARLY_SCRIPT}</script>
${fontUrls.map((url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${page.styles}
<script type="application/json" id="${SITE_ELEMENT_ID}">${jsonForHtml({ site, backend })}</script>
<script type="application/json" id="${INDEX_ELEMENT_ID}">${jsonForHtml(index)}</script>
<script src="${page.script.url}" integrity="${page.script.integrity}" crossorigin="anonymous" defer></script>
</head>
<body><div id="root">${page.html}</div></body>
</html>
`;
}

const canonical = (origin: string, path: string) =>
  origin && `<link rel="canonical" href="${escapeHtml(origin + path)}">`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that can neither end its script element nor open a comment in it. */
const jsonForHtml = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
