import type { Backend, ConsentStore, Host, HostLinkProps, Paths, ReleaseIndex, Site } from '@site/shared-ui/host';
import { Link as RouterLink } from 'react-router-dom';
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

/** The one object that every remote page is given; frozen, because a new identity would undo hydration. */
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

function Link({ to, ...anchor }: HostLinkProps) {
  return <RouterLink to={to} {...anchor} />;
}

/** Where each page lives, as the active releases say. */
export function pathsOf(index: ReleaseIndex): Paths {
  const routes = Object.values(index.remotes).flatMap((release) => release.routes);
  return Object.fromEntries(routes.map(({ name, path }) => [name, path])) as unknown as Paths;
}
