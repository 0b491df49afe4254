import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import { removeMailFiles, removeOldFiles } from './mail-files';

/** A run that waits for the owner's confirmation. */
export interface HeldRetention {
  /** How many requests it would remove. */
  readonly requests: number;
  /** All stored requests. */
  readonly total: number;
  readonly reason: 'share' | 'clock';
  /** ISO 8601, UTC. */
  readonly since: string;
  /** ISO 8601, UTC; null before the first run. */
  readonly lastRunAt: string | null;
}

export interface RetentionRun {
  /** How many of each; `files` are those in `mails/`. */
  readonly removed: {
    readonly requests: number;
    readonly mails: number;
    readonly incidents: number;
    readonly files: number;
  };
  readonly held: HeldRetention | null;
}

interface DatabaseRun {
  readonly removed: Omit<RetentionRun['removed'], 'files'>;
  readonly held: HeldRetention | null;
  readonly keptSince: string;
}

/**
 * Removes data whose term is over, or no request while the run waits for the owner's confirmation.
 * @param folder of the mail files
 * @param isConfirmed removes any number of requests
 */
export async function applyRetention(database: Queryable, folder: string, isConfirmed = false): Promise<RetentionRun> {
  const [row] = await database.query<{ run: DatabaseRun }>('select private.apply_retention($1) as run', [isConfirmed]);
  if (!row) throw new Error('apply_retention() returned nothing.');
  const { removed, held, keptSince } = row.run;
  // By their age, not by the rows in the database, which may be another or a restored one.
  const files = held ? 0 : await removeOldFiles(folder, new Date(keptSince));
  return { removed: { ...removed, files }, held };
}

/**
 * Removes the mail files of requests that were erased in the owner's space. Their rows name them until that is done.
 * @returns how many requests there were
 */
export async function finishErasures(database: Queryable, folder: string): Promise<number> {
  const erased = await database.query<{ ref: string }>('select ref from private.erased_requests');
  const refs = erased.map(({ ref }) => ref);
  if (refs.length === 0) return 0;
  removeMailFiles(folder, refs);
  await database.query('delete from private.erased_requests where ref = any ($1::uuid[])', [refs]);
  return refs.length;
}

/** Null when no run waits. */
export async function readHeldRetention(database: Queryable): Promise<HeldRetention | null> {
  const [row] = await database.query<{ held: HeldRetention | null }>('select private.held_retention() as held');
  return row?.held ?? null;
}
