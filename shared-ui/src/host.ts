export type * from '@site/contract/host';
export type { SiteData } from '@site/contract/page-data';
export type { ActiveRelease, LoadableRelease, PublishedRelease, ReleaseIndex } from '@site/contract/release-index';
export type { Paths, RemoteContract, RemoteRoute, RouteName } from '@site/contract/routes';
