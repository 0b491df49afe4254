import { SPECULATION_RULES_PATH } from '@site/contract/addresses';
import {
  INDEX_ELEMENT_ID,
  jsonElement,
  type PageData,
  ROOT_ELEMENT_ID,
  SITE_ELEMENT_ID,
  type SiteData,
} from '@site/contract/page-data';
import { type ActiveRelease, loadableRelease, type ReleaseIndex } from '@site/contract/release-index';
import { CLOSED_POLICY } from '@site/release-core/content-policy';
import type { Store } from '@site/release-core/store/store';
import type { PageAt, ServedPage } from '@site/release-server/http/composed-pages';
import type { PreparedSite } from '@site/release-server/start/prepare-site';
import { describeHot, type HotPackage } from './hot-package';

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

interface DevPart {
  readonly name: string;
  readonly private?: true | undefined;
  readonly release: ActiveRelease;
}

export async function indexesWithHot(
  { store, releases }: Pick<PreparedSite, 'store' | 'releases'>,
  hot: readonly HotPackage[],
): Promise<(path: string) => ReleaseIndex> {
  const others = Object.entries(releases).map(async ([name, { active }]): Promise<DevPart> => {
    const release = await store.read(name, active);
    return { name, private: release.private, release: loadableRelease(release) };
  });
  const described = hot.map(async (one): Promise<DevPart> => {
    const { private: isPrivate, ...release } = await describeHot(one);
    return { name: one.name, private: isPrivate, release };
  });
  const parts = await Promise.all([...others, ...described]);
  const indexOf = (listed: readonly DevPart[]): ReleaseIndex => ({
    seq: 0,
    shell: { id: 'dev' },
    remotes: Object.fromEntries(listed.map(({ name, release }) => [name, release])),
  });
  const open = parts.filter((part) => !part.private);
  const routes = open.flatMap(({ release }) => release.routes);
  const paths = Object.fromEntries(routes.map(({ name, path }) => [name, path]));
  return (path) => {
    const own = parts.find((part) => part.private && part.release.routes.some((route) => route.path === path));
    return own ? { ...indexOf([own]), private: { paths } } : indexOf(open);
  };
}

interface OwnerFiles {
  readonly store: Store;
  readonly data: SiteData;
}

/** Pages have no policy, which would block hot reload. */
export const fixedPage =
  (htmlAt: (path: string) => string, { store, data }: OwnerFiles): PageAt =>
  async (path) => {
    // The header of each page names them. A page is made when it is opened: none is fetched ahead.
    if (path === SPECULATION_RULES_PATH) return uncachedPage('application/speculationrules+json', Buffer.from('{}'));
    const file = data.files?.[path];
    if (!file) return uncachedPage('text/html; charset=utf-8', Buffer.from(htmlAt(path)));
    return { ...uncachedPage(file.contentType, await store.readBody(file.body)), contentSecurityPolicy: CLOSED_POLICY };
  };

const uncachedPage = (contentType: string, identity: Buffer): ServedPage => ({
  status: 200,
  contentType,
  contentSecurityPolicy: '',
  tag: null,
  body: { identity },
});
