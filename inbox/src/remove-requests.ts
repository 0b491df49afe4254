import type { Database } from '@site/backend/database';
import { mailFolderOf, removeMailFiles } from '@site/backend/mail-files';
import { transaction } from '@site/backend/transaction';
import { vacuum } from '@site/backend/vacuum';
import { isRefusal } from './refusal';

/** Counts; `files` are those in `mails/`. */
export interface Removed {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
  readonly files: number;
}

/** A call of `private.remove_requests`. */
interface Call {
  readonly sql: string;
  readonly values?: unknown[];
}

interface Gone extends Omit<Removed, 'files'> {
  readonly refs: readonly string[];
}

/**
 * Deletes requests with their rows in the outbox and their mail files, or nothing.
 * @returns null when a mail about one of them is being sent
 */
export async function removeRequests(database: Database, dataDir: string, call: Call): Promise<Removed | null> {
  const removed = await deleteRequests(database, dataDir, call);
  if (removed) await vacuum(database);
  return removed;
}

function deleteRequests(database: Database, dataDir: string, { sql, values }: Call): Promise<Removed | null> {
  return transaction(database, async (): Promise<Removed | null> => {
    const [answer] = await database.query<{ gone: Gone }>(`select ${sql} as gone`, values);
    if (!answer) throw new Error('A deletion returned no row.');
    const { refs, ...counts } = answer.gone;
    // Before the commit: if this is killed in between, the rows still lead to the files.
    return { ...counts, files: removeMailFiles(mailFolderOf(dataDir), refs).length };
  }).catch((error: unknown) => {
    if (isRefusal(error, 'NOT_POSSIBLE')) return null;
    throw error;
  });
}
