import type { PublishedRelease } from '@site/shared-ui/host';
import type { SiteData } from '../compose/shell-build';

/** What a release says of itself, in its `release.json`. */
export interface Release extends PublishedRelease {
  readonly version: string;
  /** sha384 of each file of the node build. */
  readonly nodeFiles: Readonly<Record<string, string>>;
  readonly size: ReleaseSize;
  /** Scripts of each page beside the entry, by the name of its module; missing in releases from before they were listed. */
  readonly pageFiles?: Readonly<Record<string, readonly string[]>>;
  /** What a remote needs of the shell it stands in. */
  readonly requires: Requirements;
  /** What a shell has for remotes; missing for a remote. */
  readonly offers?: Offers;
  /** Hash of the package's sources. */
  readonly source: string;
  /** Empty outside a git checkout. */
  readonly commit: string;
  /** ISO 8601 */
  readonly publishedAt: string;
}

/** Bytes of the client files, as they are and as browsers that know Brotli are sent them. */
export interface ReleaseSize {
  readonly bytes: number;
  readonly brotli: number;
}

export interface Requirements {
  /** Semantic version range. */
  readonly react: string;
  /** Names imported from shared-ui. */
  readonly sharedUi: readonly string[];
  /** Members of `host` that are used. */
  readonly host: readonly string[];
}

export interface Offers {
  /** Version. */
  readonly react: string;
  readonly sharedUi: readonly string[];
  readonly host: readonly string[];
  /** Names of the routes without which the shell cannot make a page. */
  readonly routes: readonly string[];
}

/** What is active of one name, and what could be. */
export interface ReleaseLine {
  readonly active: string;
  /** Ids that were active before, the latest first. */
  readonly before: readonly string[];
  readonly revoked: readonly string[];
}

export type ReleaseLines = Readonly<Record<string, ReleaseLine>>;

/** One state of the site and the change that led to it. Entries are only ever added, one for each `seq`. */
export interface IndexEntry {
  readonly seq: number;
  readonly releases: ReleaseLines;
  /** What the pages are composed with, besides the releases. */
  readonly data: SiteData;
  readonly pages: ComposedPages;
  readonly change: Change;
}

export interface Change {
  readonly command: 'start' | 'activate' | 'rollback' | 'revoke' | 'compose';
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  readonly why: string;
  readonly who: string;
  /** ISO 8601 */
  readonly at: string;
}

/** By path, what is answered there. */
export type ComposedPages = Readonly<Record<string, ComposedPage>>;

export interface ComposedPage {
  /** sha256 of the content: the key of its body. */
  readonly body: string;
  /** Key of what was rendered for it, without its release index; missing for what is not rendered. */
  readonly template?: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
}
