import type { Backend, ReleaseIndex, Site } from '@site/shared-ui/host';

interface DevPageParts {
  readonly shellOrigin: string;
  readonly index: ReleaseIndex;
  readonly site: Site;
  readonly backend: Backend;
  readonly composedOn: string;
}

/**
 * React Refresh of a remote finds the shell's React through this hook, which must stand before every script: without
 * it the first refresh run time to load makes one that knows of no renderer.
 */
const DEVTOOLS_HOOK = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,checkDCE(){},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){},inject(renderer){const id=this.renderers.size+1;this.renderers.set(id,renderer);return id}}`;

/** The page of development: nothing prerendered, the shell hot, each remote as the index says. */
export const devPage = ({ shellOrigin, index, site, backend, composedOn }: DevPageParts) => `<!doctype html>
<html lang="fr" data-js data-consent="" data-composed="${composedOn}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<script>${DEVTOOLS_HOOK}</script>
<script type="application/json" id="site-data">${json({ site, backend })}</script>
<script type="application/json" id="release-index">${json(index)}</script>
<script src="${shellOrigin}/main.js" defer></script>
</head>
<body><div id="root"></div></body>
</html>
`;

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
