import type { StructuredData } from '@site/contract/host';
import {
  INDEX_ELEMENT_ID,
  jsonElement,
  type PageData,
  ROOT_ELEMENT_ID,
  SITE_ELEMENT_ID,
  START_ELEMENT_ID,
} from '@site/contract/page-data';
import type { ShellScript } from '@site/contract/shell-build';
import { fontUrls } from '@site/shared-ui';
import { BOOTSTRAP_SCRIPT, PRIVATE_BOOTSTRAP_SCRIPT, type StartFiles } from './bootstrap-script';
import { pageTitle } from './page-title';
import { iconTags } from './root-files';
import { escapeHtml, sharingTags } from './sharing';
import { structuredDataTag } from './structured-data';

interface DocumentOptions extends PageData {
  readonly path: string;
  /** Without the product's name. */
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
  return `<!doctype html>
<html lang="fr" data-composed="${page.composedOn}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(pageTitle(page, site))}</title>
${page.description && `<meta name="description" content="${escapeHtml(page.description)}">`}
${page.isIndexed ? sharingTags(page) : '<meta name="robots" content="noindex">'}
${iconTags(page.script.url, index.private !== undefined)}
<script>${index.private ? PRIVATE_BOOTSTRAP_SCRIPT : BOOTSTRAP_SCRIPT}</script>
${fontUrls.map((url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${page.styles}
</head>
<body><div id="${ROOT_ELEMENT_ID}">${page.html}</div>
${jsonElement(START_ELEMENT_ID, startFiles(page))}
${jsonElement(SITE_ELEMENT_ID, { site, backend })}
${jsonElement(INDEX_ELEMENT_ID, index)}
${page.isIndexed ? structuredDataTag(page) : ''}</body>
</html>
`;
}

const startFiles = ({ script: { url, integrity }, ahead }: DocumentOptions): StartFiles => ({
  script: { src: url, integrity },
  ahead,
});
