import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import { removeOldFiles } from './mail-files';

/** A run that waits for the owner. */
export type HeldRetention = {
  /** How many requests it would remove. */
  requests: number;
  /** All requests that are kept. */
  total: number;
  reason: 'share' | 'clock';
  /** ISO 8601, UTC. */
  since: string;
  /** ISO 8601, UTC; null before the first run. */
  lastRunAt: string | null;
};

export type RetentionRun = {
  /** How many of each; `files` are those in `mails/`. */
  removed: { requests: number; mails: number; incidents: number; files: number };
  held: HeldRetention | null;
};

type DatabaseRun = {
  removed: Omit<RetentionRun['removed'], 'files'>;
  held: HeldRetention | null;
  keptSince: string;
};

/**
 * Removes what has been kept for long enough, or nothing of the visitors' where the run has to wait for the owner.
 * @param folder where mails are files
 * @param isConfirmed runs whatever it would remove
 */
export async function applyRetention(database: Queryable, folder: string, isConfirmed = false): Promise<RetentionRun> {
  const [row] = await database.query<{ run: DatabaseRun }>('select private.apply_retention($1) as run', [isConfirmed]);
  if (!row) throw new Error('apply_retention() returned nothing.');
  const { removed, held, keptSince } = row.run;
  // By their age, not by what the database still holds: it may be another one, or an older one restored.
  const files = held ? 0 : await removeOldFiles(folder, new Date(keptSince));
  return { removed: { ...removed, files }, held };
}

/** Null where no run waits. */
export async function readHeldRetention(database: Queryable): Promise<HeldRetention | null> {
  const [row] = await database.query<{ held: HeldRetention | null }>('select private.held_retention() as held');
  return row?.held ?? null;
}
