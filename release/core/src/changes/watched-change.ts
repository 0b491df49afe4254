import type { IndexEntry } from '../store/release';
import type { WatchedRelease } from '../watch/evidence';

/** A change whose releases are compared with those before them. */
export interface Watch {
  readonly seq: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly days: number;
  readonly parts: readonly WatchedRelease[];
}

/** Null for a change that is not watched. */
export function watchOf({ seq, change }: IndexEntry): Watch | null {
  const { watchedDays: days, at } = change;
  if (days === undefined) return null;
  const parts = change.parts.flatMap(({ name, from, to }) =>
    to === undefined || to === from ? [] : [{ name, id: to, since: at, previous: from ?? null }],
  );
  return { seq, startedAt: Date.parse(at), days, parts };
}

/**
 * The parts that are still as the watched change made them. A release that was replaced and activated again belongs to
 * the later change.
 */
export const partsInPlace = ({ parts }: Watch, { releases, since }: Pick<IndexEntry, 'releases' | 'since'>) =>
  parts.filter((part) => releases[part.name]?.active === part.id && since[part.name] === part.since);
