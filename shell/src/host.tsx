import type {
  Backend,
  ConsentStore,
  Host,
  HostLinkProps,
  Paths,
  ReleaseIndex,
  RouteName,
  Site,
} from '@site/shared-ui/host';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { Navigation } from './navigation/navigation';
import type { NoticeStore } from './notices/notice-store';

interface HostParts {
  readonly index: ReleaseIndex;
  readonly site: Site;
  readonly backend: Backend;
  readonly composedOn: string;
  readonly consent: ConsentStore;
  readonly notices: NoticeStore;
  readonly navigation: Navigation;
}

/**
 * The one object that every remote page is given; frozen, because a new identity would undo hydration.
 * @throws MissingRouteError when a page of the site has no active release
 */
export function createHost({ index, site, backend, composedOn, consent, notices, navigation }: HostParts): Host {
  return Object.freeze({
    site,
    backend,
    composedOn,
    consent,
    paths: pathsOf(index),
    Link,
    navigate: navigation.navigate,
    notify: notices.notify,
  });
}

/**
 * A link to a place on the page itself is left to the browser: the router would hold it back for as long as that page
 * waits for its code.
 */
function Link({ to, ...anchor }: HostLinkProps) {
  const { pathname } = useLocation();
  return <RouterLink to={to} reloadDocument={to.startsWith(`${pathname}#`)} {...anchor} />;
}

export class MissingRouteError extends Error {
  override name = 'MissingRouteError';
}

/** Where each page lives, as the active releases say. */
function pathsOf(index: ReleaseIndex): Paths {
  const routes = Object.values(index.remotes).flatMap((release) => release.routes);
  const pathOf = (name: RouteName) => {
    const route = routes.find((one) => one.name === name);
    if (route) return route.path;
    throw new MissingRouteError(`No active release has the page "${name}": publish the remote that brings it.`);
  };
  return {
    home: pathOf('home'),
    booking: pathOf('booking'),
    contact: pathOf('contact'),
    funding: pathOf('funding'),
    legalNotice: pathOf('legalNotice'),
    cookiePolicy: pathOf('cookiePolicy'),
    accessibility: pathOf('accessibility'),
  };
}
