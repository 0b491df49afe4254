import type { Database } from '@site/backend/database';
import { mailFolderOf } from '@site/backend/mail-files';
import { confirmRetention, readHeldRetention } from '@site/backend/retention';
import { vacuum } from '@site/backend/vacuum';
import type { Answer } from './answer';
import { retentionWording } from './retention-wording';

export async function showRetention(database: Database): Promise<Answer> {
  const held = await readHeldRetention(database);
  return { ok: true, text: held ? retentionWording.held(held) : retentionWording.nothing };
}

/** Confirms a held run. Without one nothing is removed, as the owner has not seen what would be removed. */
export async function confirmHeldRetention(database: Database, dataDir: string): Promise<Answer> {
  const run = await confirmRetention(database, mailFolderOf(dataDir));
  if (run) await vacuum(database);
  return { ok: true, text: run ? retentionWording.removed(run.removed) : retentionWording.nothing };
}
