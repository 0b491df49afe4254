import { PREVIEW_PARAMETER } from '@site/contract/addresses';
import type { Site } from '@site/contract/host';
import { INDEX_ELEMENT_ID, type PageData, SITE_ELEMENT_ID } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';
import { type Paths, type RemoteRoute, ROUTE_NAMES, type RouteName } from '@site/contract/routes';

/** A page that the visitor leaves cancels its requests. It is gone within this time. */
export const LEAVES_WITHIN_MS = 5000;

export class PageDataError extends Error {
  override name = 'PageDataError';
}

/** @throws PageDataError when the page was not written by the composer */
export function readPageData(page: Document): PageData {
  const { site, backend } = readJson(page, SITE_ELEMENT_ID) as Pick<PageData, 'site' | 'backend'>;
  return {
    index: readJson(page, INDEX_ELEMENT_ID) as ReleaseIndex,
    site,
    backend,
    composedOn: page.documentElement.dataset.composed ?? '',
  };
}

/** False with a hot remote, which has no hash. */
export const isFullyPublished = ({ remotes }: ReleaseIndex) =>
  Object.values(remotes).every(({ integrity }) => integrity !== '');

function readJson(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  if (!text) throw new PageDataError(`The page holds no #${id}: compose the site again.`);
  return JSON.parse(text);
}

export class MissingRouteError extends Error {
  override name = 'MissingRouteError';
}

/** @throws MissingRouteError when a page of the site has no active release */
export function pagePaths(index: ReleaseIndex): Paths {
  const routes = Object.values(index.remotes).flatMap((release) => release.routes);
  const paths = index.private?.paths ?? Object.fromEntries(routes.map(({ name, path }) => [name, path]));
  const pathOf = (name: RouteName) => {
    const path = paths[name];
    if (path !== undefined) return path;
    throw new MissingRouteError(`No active release has the page "${name}": publish the remote that brings it.`);
  };
  return Object.fromEntries(ROUTE_NAMES.map((name) => [name, pathOf(name)])) as Paths;
}

export const pageTitle = ({ title }: Pick<RemoteRoute, 'title'>, { product }: Site) => `${title} | ${product}`;

export type PreviewWindow = Pick<Window, 'location' | 'history' | 'document' | 'addEventListener'>;

/** `<name>@<id>`, several separated by commas; null without one. */
export const requestedPreview = ({ location }: Pick<PreviewWindow, 'location'>): string | null =>
  new URLSearchParams(location.search).get(PREVIEW_PARAMETER);
