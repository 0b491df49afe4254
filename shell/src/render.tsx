import { FEDERATION_FORMAT } from '@site/contract/build';
import type { Host } from '@site/contract/host';
import { ROUTE_NAMES } from '@site/contract/routes';
import type { RenderRequest, ShellBuild } from '@site/contract/shell-build';
import { createNoticeStore } from '@site/shared-ui';
import { renderToStyledHtml } from '@site/shared-ui/server';
import { App } from './app';
import { notFound } from './content/layout';
import { documentHtml } from './document/document';
import { activeRoutes, createRemotePages } from './federation/remote-page';
import { createHost } from './host';
import { createNavigation } from './navigation/navigation';

export { rootFiles } from './document/document';
export { shared } from './federation/shared-modules';

/** The shell has no federation run time for the containers of earlier builds. */
export const federation: ShellBuild['federation'] = FEDERATION_FORMAT;

/** Every page links to these pages. */
export const routeNames: ShellBuild['routeNames'] = ROUTE_NAMES;

/** @throws MissingRouteError when a page of the site has no active release, and any error that `load` throws */
export async function render({ load, path, script, ahead, ...data }: RenderRequest): Promise<string> {
  const notices = createNoticeStore();
  const navigation = createNavigation(() => undefined, { pathname: path });
  const consent = { get: () => null, subscribe: () => () => undefined, choose: () => undefined };
  const host = createHost({ ...data, navigation, notices, consent });
  const active = activeRoutes(data.index).find(({ route }) => route.path === path);
  // It is loaded outside the tree: inside it, a page that fails to load would stay suspended.
  const module = active && load(active.release, active.route);
  const pages = module
    ? createRemotePages({ index: data.index, load: async () => module, composed: { path, html: '' } })
    : [];
  const isPrivate = data.index.private !== undefined;
  const { html, styles } = await renderToStyledHtml(
    <App host={host} isPrivate={isPrivate} pages={pages} notices={notices} navigation={navigation} />,
  );
  return documentHtml({
    ...data,
    path,
    script,
    ahead,
    html,
    styles,
    title: (active?.route ?? notFound).title,
    description: module?.description?.(host) ?? active?.route.description ?? '',
    isIndexed: active !== undefined && !active.route.noindex && !isPrivate && !data.site.draft,
    structuredData: module?.structuredData?.(host),
  });
}

// A record, so that a missing or an unknown name does not compile.
const members: Record<keyof Host, true> = {
  site: true,
  paths: true,
  Link: true,
  navigate: true,
  notify: true,
  placeNotices: true,
  consent: true,
  backend: true,
  composedOn: true,
  releases: true,
};

export const hostMembers = Object.keys(members);
