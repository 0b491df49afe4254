import type { Requirements } from '@site/contract/build';
import type { SiteData } from '@site/contract/page-data';
import type { PublishedRelease } from '@site/contract/release-index';

/** A release's `release.json`. */
export interface Release extends PublishedRelease {
  readonly version: string;
  readonly nodeFiles: Readonly<Record<string, string>>;
  readonly size: ReleaseSize;
  /** Scripts of each page beside the entry, by the name of its module; missing in releases from before they were listed. */
  readonly pageFiles?: Readonly<Record<string, readonly string[]>>;
  readonly requires: Requirements;
  /** Missing for a remote. */
  readonly offers?: Offers;
  /** Hash of the package's sources: of `sources`, or of whole folders where that is missing. */
  readonly source: string;
  /** Files that it was built from; missing in releases from before they were listed. */
  readonly sources?: readonly string[];
  /** Empty outside a git checkout. */
  readonly commit: string;
  /** ISO 8601 */
  readonly publishedAt: string;
}

/** Bytes of the client files, uncompressed and as sent to browsers that accept Brotli. */
export interface ReleaseSize {
  readonly bytes: number;
  readonly brotli: number;
}

export interface Offers {
  readonly react: string;
  readonly sharedUi: readonly string[];
  readonly host: readonly string[];
  /** Names of the routes without which the shell cannot render a page. */
  readonly routes: readonly string[];
  /** The shell can render the pages of private parts. */
  readonly privateParts?: true | undefined;
}

/** The active release of one name, and what a rollback can choose. */
export interface ReleaseLine {
  readonly active: string;
  /** Ids that were active earlier, the latest first. The key is stored in index entries. */
  readonly before: readonly string[];
  readonly revoked: readonly string[];
}

export type ReleaseLines = Readonly<Record<string, ReleaseLine>>;

/** One state of the site and the change that led to it. Entries are only ever added, one for each `seq`. */
export interface IndexEntry {
  readonly seq: number;
  /** The active parts. */
  readonly releases: ReleaseLines;
  /** Parts that were deactivated, as `rollback` and `revoke` left them; missing while there are none. */
  readonly deactivated?: Readonly<Record<string, Omit<ReleaseLine, 'active'>>>;
  /** Where the paths of retired routes lead, by path. A page at the same path takes precedence. */
  readonly redirects?: Readonly<Record<string, string>>;
  readonly data: SiteData;
  readonly pages: ComposedPages;
  readonly change: Change;
  /** Since when each active release is active, ISO 8601; missing in entries from before it was kept. */
  readonly since?: Readonly<Record<string, string>>;
}

export interface Change {
  readonly command: 'start' | 'activate' | 'rollback' | 'revoke' | 'deactivate' | 'compose' | 'repair';
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  /** What changed when a change has several parts; `name`, `from` and `to` are missing then. */
  readonly parts?: readonly PartChange[];
  /** The change brought a shell and a remote together that no check in a browser covers. */
  readonly unchecked?: true;
  /** Names whose types the change brought together although they differ. */
  readonly accepted?: readonly string[];
  readonly why: string;
  readonly who: string;
  /** ISO 8601 */
  readonly at: string;
}

/** `from` is missing for a part that was not active, `to` for one that no longer is. */
export interface PartChange {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

export type ComposedPages = Readonly<Record<string, ComposedPage>>;

/** Stands for every unknown path among the composed pages. */
export const NOT_FOUND = '404';

export interface ComposedPage {
  /** sha256 of the content: the key of its body. */
  readonly body: string;
  /** Key of the rendered template, without its release index; missing for what is not rendered. */
  readonly template?: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  /** Search engines are asked to leave it out: the site is a draft, or the page is a private part's. */
  readonly noindex?: true;
  /** The page of a private part, which no cache keeps. */
  readonly private?: true;
}
