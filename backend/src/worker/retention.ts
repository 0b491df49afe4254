import type { HeldRetention } from '@site/supabase/functions/_shared/concern';
import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { plural } from '@site/terminal/output';
import { vacuum } from '../database/postgres';
import { removeMailFiles, removeOldFiles } from './mail-files';

export interface RetentionRun {
  readonly removed: { readonly requests: number; readonly mails: number; readonly incidents: number };
  readonly held: HeldRetention | null;
}

/** Confirms a held run, however many requests it removes; the worker removes their files. Null when none is held. */
export const confirmRetention = (database: Queryable) => runIn(database, 'private.confirm_retention()');

/**
 * Applies retention once an hour, on the first server that calls this. A held run removes no requests. Old mail files
 * of this machine are removed at every call. What was removed is logged.
 * @returns null where it is not due
 */
export async function applyDueRetention(
  database: Queryable,
  folder: string,
  log: (line: string) => void,
): Promise<RetentionRun | null> {
  const run = await runIn(database, 'private.apply_due_retention()');
  const files = await removeFiles(database, folder);
  const { requests, mails, incidents } = run?.removed ?? { requests: 0, mails: 0, incidents: 0 };
  if (requests + mails + incidents + files > 0) {
    log(
      `Retention removed ${plural(requests, 'request')}, ${plural(mails, 'mail')} in the outbox, ${plural(incidents, 'incident')} and ${plural(files, 'mail file')}.`,
    );
  }
  if (requests > 0) await vacuum(database);
  return run;
}

/** Removes the mail files of erased or purged requests, then the rows that name them, and vacuums. */
export async function finishErasures(database: Queryable, folder: string): Promise<void> {
  const erased = await database.query<{ ref: string }>('select ref from private.erased_requests');
  const refs = erased.map(({ ref }) => ref);
  if (refs.length === 0) return;
  removeMailFiles(folder, refs);
  await database.query('delete from private.erased_requests where ref = any ($1::uuid[])', [refs]);
  await vacuum(database);
}

async function runIn(database: Queryable, call: string): Promise<RetentionRun | null> {
  const [row] = await database.query<{ run: RetentionRun | null }>(`select ${call} as run`);
  return row?.run ?? null;
}

/** Removes files by age, not by the database's rows, as the database may be another or a restored one. */
async function removeFiles(database: Queryable, folder: string): Promise<number> {
  const [row] = await database.query<{ since: string | null }>('select private.kept_since() as since');
  return row?.since ? removeOldFiles(folder, new Date(row.since)) : 0;
}

export async function readHeldRetention(database: Queryable): Promise<HeldRetention | null> {
  const [row] = await database.query<{ held: HeldRetention | null }>('select private.held_retention() as held');
  return row?.held ?? null;
}
