import { join } from 'node:path';
import type { Database } from '@site/backend/src/database/database';
import { deleteForGood } from '@site/backend/src/engine/compact';
import { applyRetention, readHeldRetention } from '@site/backend/src/worker/retention';
import type { Answer } from './answer';
import { retentionWording } from './retention-wording';

/** Says whether a run waits for the owner and what it would remove; changes nothing. */
export async function showRetention(database: Database): Promise<Answer> {
  const held = await readHeldRetention(database);
  return { ok: true, text: held ? retentionWording.held(held) : retentionWording.nothing };
}

/** Runs what waits. Where nothing does, nothing is removed: nobody has been shown what that would be. */
export async function confirmRetention(database: Database, dataDir: string): Promise<Answer> {
  if (!(await readHeldRetention(database))) return { ok: true, text: retentionWording.nothing };
  const { removed } = await deleteForGood(database, dataDir, () =>
    applyRetention(database, join(dataDir, 'mails'), true),
  );
  return { ok: true, text: retentionWording.removed(removed) };
}
