import type { Requirements } from '@site/contract/build';
import type { PublishedRelease } from '@site/contract/release-index';

export interface Release extends PublishedRelease {
  readonly version: string;
  readonly nodeFiles: Readonly<Record<string, string>>;
  /** Hashes of the compressed source maps, by the name of their script; missing for a build without any. */
  readonly maps?: Readonly<Record<string, string>>;
  readonly size: ReleaseSize;
  /** Scripts of each page in addition to the entry, by the name of its module. */
  readonly pageFiles: Readonly<Record<string, readonly string[]>>;
  readonly requires: Requirements;
  readonly offers?: Offers;
  readonly source: string;
  readonly sources: readonly string[];
  /** Empty outside a git checkout. */
  readonly commit: string;
  /** The branch of its first publication; missing outside a branch, or if an address cannot contain its name. */
  readonly branch?: string;
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
  /** Names of the routes that the shell needs to render a page. */
  readonly routes: readonly string[];
  /** The lowest `FEDERATION_FORMAT` of containers that it runs; missing for 1. */
  readonly federation?: number | undefined;
}

export interface PublishedBy {
  readonly who?: string;
  /** Subjects of the commits since the active release, the latest first. */
  readonly commits?: readonly string[];
}

/** Where a release comes from. It names people, so the site does not serve it. */
export interface Provenance extends PublishedBy {
  readonly commit: string;
  /** Wrote the commit; empty outside a checkout. */
  readonly author: string;
  /** Whether the sources differed from the commit; null outside a checkout. */
  readonly isDirty: boolean | null;
  readonly promotedFrom?: string;
  /** The site sets these for a release from elsewhere: what it counts, its grant's id and when its upload began. */
  readonly bytes?: number;
  readonly grant?: string;
  readonly at?: string;
}
