import type { ReleaseIndex } from '@site/contract/release-index';
import { type Paths, ROUTE_NAMES, type RouteName } from '@site/contract/routes';

export class MissingRouteError extends Error {
  override name = 'MissingRouteError';
}

/** @throws MissingRouteError when a page of the site has no active release */
export function pathsOf(index: ReleaseIndex): Paths {
  const routes = Object.values(index.remotes).flatMap((release) => release.routes);
  const paths = index.private?.paths ?? Object.fromEntries(routes.map(({ name, path }) => [name, path]));
  const pathOf = (name: RouteName) => {
    const path = paths[name];
    if (path !== undefined) return path;
    throw new MissingRouteError(`No active release has the page "${name}": publish the remote that brings it.`);
  };
  return Object.fromEntries(ROUTE_NAMES.map((name) => [name, pathOf(name)])) as Paths;
}
