/** What a grant allows for its parts. Every grant allows reading. */
export const RIGHTS = ['publish', 'activate', 'rollback', 'revoke', 'compose', 'visit', 'facts'] as const;
export type Right = (typeof RIGHTS)[number];

/** A `maxWords` that takes as many words as are typed. */
export const ANY_NUMBER = Number.POSITIVE_INFINITY;

export interface Flag {
  readonly multiple?: true;
  /** What it takes; without it, the flag is given or not. */
  readonly value?: string;
  readonly description: string;
  /** Key of the value in what the site gets; the name of the flag by default. */
  readonly key?: string;
  /** The site gets the typed text as a number. */
  readonly isCount?: true;
}

export type Flags = Readonly<Record<string, Flag>>;

export interface CommandRow {
  readonly usage: string;
  readonly description: string;
  readonly minWords?: number;
  /** Words that it takes; by default the required ones. */
  readonly maxWords?: number;
  readonly flags?: Flags;
}

/** A command that runs on a site. Only the owner's space asks for one without usage and description. */
export interface SiteCommandRow extends Partial<CommandRow> {
  /** What a grant needs. Every grant may read. */
  readonly right?: Right;
}
