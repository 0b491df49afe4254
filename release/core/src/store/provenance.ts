export interface PublishedBy {
  readonly who?: string;
  /** Subjects of the commits since the active release, the latest first. */
  readonly commits?: readonly string[];
}

/** Where a release comes from. It names people, so the site does not serve it. */
export interface Provenance extends PublishedBy {
  /** Empty outside a checkout. */
  readonly commit: string;
  /** Of the commit; empty outside a checkout. */
  readonly author: string;
  /** Whether the sources differed from the commit; null outside a checkout. */
  readonly isDirty: boolean | null;
  readonly promotedFrom?: string;
  /** The site sets these for a release from elsewhere: what it counts, its grant's id and when its upload began. */
  readonly bytes?: number;
  readonly grant?: string;
  /** ISO 8601 */
  readonly at?: string;
}
