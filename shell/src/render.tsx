import * as sharedUi from '@site/shared-ui';
import type { ActiveRelease, PageModule, RemoteRoute } from '@site/shared-ui/host';
import { renderToStyledHtml } from '@site/shared-ui/server';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { StaticRouter } from 'react-router-dom';
import { App } from './app';
import { notFound } from './content/layout';
import { documentHtml, type ShellScript } from './document/document';
import { activeRoutes, createRemotePages } from './federation/remote-pages';
import { createHost } from './host';
import { createNavigation } from './navigation/navigation';
import { createNoticeStore } from './notices/notice-store';
import type { PageData } from './page-data';

export { rootFiles } from './document/root-files';
export { hostMembers, routeNames } from './offers';

/** The modules that a remote's node build asks for: one React and one design system in the whole tree. */
export const shared: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  '@site/shared-ui': sharedUi,
};

export interface RenderRequest extends PageData {
  /** A route's path, or any other path for the 404 page. */
  readonly path: string;
  readonly script: ShellScript;
  /** Addresses of the scripts of the route's own release. */
  readonly ahead?: readonly string[];
  /** Gives the evaluated module of a route's page. */
  readonly load: (release: ActiveRelease, route: RemoteRoute) => PageModule;
}

/**
 * Renders one route of the site to a whole HTML page.
 * @throws MissingRouteError when the active releases do not make up a whole site; whatever `load` throws
 */
export async function render({ load, path, script, ahead = [], ...data }: RenderRequest): Promise<string> {
  const notices = createNoticeStore();
  const navigation = createNavigation(() => undefined);
  const consent = { get: () => null, subscribe: () => () => undefined, choose: () => undefined };
  const host = createHost({ ...data, navigation, notices, consent });
  const active = activeRoutes(data.index).find(({ route }) => route.path === path);
  // Loaded outside the tree: there, a page that does not load is waited for.
  const module = active && load(active.release, active.route);
  const pages = module
    ? createRemotePages({ index: data.index, load: async () => module, composed: { path, html: '' } })
    : [];
  const { html, styles } = await renderToStyledHtml(
    <StaticRouter location={path}>
      <App host={host} pages={pages} notices={notices} navigation={navigation} />
    </StaticRouter>,
  );
  return documentHtml({
    ...data,
    path,
    script,
    ahead,
    html,
    styles,
    title: (active?.route ?? notFound).title,
    description: active?.route.description ?? '',
    isIndexed: active !== undefined,
    structuredData: module?.structuredData?.(host),
  });
}
