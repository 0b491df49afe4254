import {
  INDEX_ELEMENT_ID,
  jsonElement,
  type PageData,
  ROOT_ELEMENT_ID,
  SITE_ELEMENT_ID,
} from '@site/contract/page-data';

/**
 * React Refresh of a remote finds the shell's React through this hook. It must come before every script: otherwise the
 * first refresh runtime to load creates a hook without a renderer.
 */
const DEVTOOLS_HOOK = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,checkDCE(){},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){},inject(renderer){const id=this.renderers.size+1;this.renderers.set(id,renderer);return id}}`;

export const devPage = (shellOrigin: string, { index, site, backend, composedOn }: PageData) => `<!doctype html>
<html lang="fr" data-js data-consent="" data-composed="${composedOn}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<script>${DEVTOOLS_HOOK}</script>
${jsonElement(SITE_ELEMENT_ID, { site, backend })}
${jsonElement(INDEX_ELEMENT_ID, index)}
<script src="${shellOrigin}/main.js" crossorigin defer></script>
</head>
<body><div id="${ROOT_ELEMENT_ID}"></div></body>
</html>
`;
