import type { Backend, ConsentStore, Host, Site } from '@site/contract/host';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { NoticeStore } from '@site/shared-ui';
import { pagePaths } from './document/page-data';
import { createSiteLink, type Navigation } from './navigation/navigation';

interface HostOptions {
  readonly index: ReleaseIndex;
  readonly site: Site;
  readonly backend: Backend;
  readonly composedOn: string;
  readonly releases?: Host['releases'];
  readonly consent: ConsentStore;
  readonly notices: NoticeStore;
  readonly navigation: Navigation;
}

/** @throws MissingRouteError when a page of the site has no active release */
export function createHost({ index, navigation, notices, ...members }: HostOptions): Host {
  const { site, backend, composedOn, consent, releases } = members;
  return Object.freeze({
    site,
    backend,
    composedOn,
    consent,
    releases,
    paths: pagePaths(index),
    Link: createSiteLink(navigation),
    navigate: navigation.navigate,
    notify: notices.notify,
    placeNotices: notices.place.set,
  });
}
