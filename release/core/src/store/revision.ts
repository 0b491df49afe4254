import type { AUTO_ROLLBACK } from '@site/contract/log-names';
import type { SiteData } from '@site/contract/page-data';

/** The active release of one name, and those that a rollback can make active. */
export interface ActivePart {
  readonly active: string;
  /** Ids that were active earlier, the latest first. */
  readonly previous: readonly string[];
  readonly revoked: readonly string[];
}

export type ActiveParts = Readonly<Record<string, ActivePart>>;

/** One state of the site and the change that led to it. Revisions are only ever added, one for each `seq`. */
export interface Revision {
  readonly seq: number;
  readonly releases: ActiveParts;
  /** Deactivated parts, with their previous and revoked releases; missing when there are none. */
  readonly deactivated?: Readonly<Record<string, Omit<ActivePart, 'active'>>>;
  /** Targets of the redirects of retired routes, by path. A page at the same path takes precedence. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Parts of which no release is activated until somebody lifts the hold; missing when there are none. */
  readonly holds?: Holds;
  readonly data: SiteData;
  readonly pages: ComposedPages;
  readonly change: Change;
  /** When each active release became active, ISO 8601. */
  readonly since: Readonly<Record<string, string>>;
}

export type Holds = Readonly<Record<string, Hold>>;

export interface Hold {
  /** What placed it: a rollback, an automatic one, or a `hold`. */
  readonly kind: 'rollback' | typeof AUTO_ROLLBACK | 'hold';
  readonly why: string;
  readonly who: string;
  /** ISO 8601 */
  readonly at: string;
  readonly seq: number;
}

export type ChangeName =
  | 'activate'
  | 'rollback'
  | 'deactivate'
  | 'hold'
  | 'resume'
  | 'revoke'
  | 'compose'
  | 'edit-facts';

export interface Change {
  /** `start` and `repair` are the site's own. A stored change of a newer version may have another name. */
  readonly command: ChangeName | 'start' | 'repair';
  /** Empty for a change of the data of all pages. */
  readonly parts: readonly PartChange[];
  readonly revoked?: string;
  readonly held?: Pick<Hold, 'kind'> & { readonly parts: readonly string[] };
  readonly resumed?: readonly string[];
  /** Keys of `site.json` that were edited or reset in the owner's space. */
  readonly facts?: readonly string[];
  readonly unchecked?: true;
  readonly accepted?: readonly string[];
  readonly watchedDays?: number;
  readonly why: string;
  readonly who: string;
  /** Id of the grant with which it was asked for; missing on the site's own machine. */
  readonly grant?: string;
  /** ISO 8601 */
  readonly at: string;
}

/**
 * `from` is missing for a part that was not active, `to` for one that no longer is. Both are missing for a part whose
 * release stayed, as in a hold.
 */
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
  /** Key of the rendered template, without its release index; missing for files that are not rendered. */
  readonly template?: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  /** Search engines must not index it: the site is a draft, or the page belongs to a private part. */
  readonly noindex?: true;
  readonly private?: true;
}
