import { FEDERATION_FORMAT } from '@site/contract/build';
import { ROUTE_NAMES } from '@site/contract/routes';
import type { RenderRequest, ShellBuild } from '@site/contract/shell-build';
import * as sharedUi from '@site/shared-ui';
import { renderToStyledHtml } from '@site/shared-ui/server';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { StaticRouter } from 'react-router-dom';
import { App } from './app';
import { notFound } from './content/layout';
import { documentHtml } from './document/document';
import { activeRoutes, createRemotePages } from './federation/remote-page';
import { createHost } from './host';
import { createNavigation } from './navigation/navigation';

export { rootFiles } from './document/document';
export { hostMembers } from './offers';

/** The shell has no federation run time for the containers of earlier builds. */
export const federation: ShellBuild['federation'] = FEDERATION_FORMAT;

/** Every page links to these pages. */
export const routeNames: ShellBuild['routeNames'] = ROUTE_NAMES;

/** Shared, so that the whole tree has one React and one design system. */
export const shared: ShellBuild['shared'] = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  '@site/shared-ui': sharedUi,
};

/** @throws MissingRouteError when a page of the site has no active release, and any error that `load` throws */
export async function render({ load, path, script, ahead, ...data }: RenderRequest): Promise<string> {
  const notices = sharedUi.createNoticeStore();
  const navigation = createNavigation(() => undefined);
  const consent = { get: () => null, subscribe: () => () => undefined, choose: () => undefined };
  const host = createHost({ ...data, navigation, notices, consent });
  const active = activeRoutes(data.index).find(({ route }) => route.path === path);
  // Loaded outside the tree: inside it, a page that fails to load would stay suspended.
  const module = active && load(active.release, active.route);
  const pages = module
    ? createRemotePages({ index: data.index, load: async () => module, composed: { path, html: '' } })
    : [];
  const isPrivate = data.index.private !== undefined;
  const { html, styles } = await renderToStyledHtml(
    <StaticRouter location={path}>
      <App host={host} isPrivate={isPrivate} pages={pages} notices={notices} navigation={navigation} />
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
    isIndexed: active !== undefined && !active.route.noindex && !isPrivate && !data.site.draft,
    structuredData: module?.structuredData?.(host),
  });
}
