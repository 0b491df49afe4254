import type { Database } from '@site/backend/src/database/database';
import { deleteForGood } from '@site/backend/src/engine/compact';
import { mailFolderOf } from '@site/backend/src/worker/mail-files';
import { applyConfirmedRetention, readHeldRetention } from '@site/backend/src/worker/retention';
import type { Answer } from './answer';
import { retentionWording } from './retention-wording';

export async function showRetention(database: Database): Promise<Answer> {
  const held = await readHeldRetention(database);
  return { ok: true, text: held ? retentionWording.held(held) : retentionWording.nothing };
}

/** Confirms a held run. Without one nothing is removed, as the owner has not seen what would be removed. */
export async function confirmRetention(database: Database, dataDir: string): Promise<Answer> {
  if (!(await readHeldRetention(database))) return { ok: true, text: retentionWording.nothing };
  const { removed } = await deleteForGood(database, dataDir, () =>
    applyConfirmedRetention(database, mailFolderOf(dataDir)),
  );
  return { ok: true, text: retentionWording.removed(removed) };
}
