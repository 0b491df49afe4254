import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import { vacuum } from '../database/vacuum';
import { createPushDrain } from '../push/drain-pushes';
import type { PushKey } from '../push/push-key';
import { pushSender } from '../push/send-push';
import { periodic } from './periodic';
import { applyDueRetention, finishErasures } from './retention';
import { retentionLog } from './retention-log';
import { readServer, type ServerFacts } from './server-report';

const CONCERNS_MS = 60_000;
/** The database decides whether retention is due: once an hour for all servers. */
const RETENTION_MS = 60_000;
const REPORT_MS = 10 * 60_000;

export interface ChoreOptions {
  readonly folder: string;
  readonly server: ServerFacts;
  readonly pushKey: PushKey;
}

interface Chores {
  run(): Promise<void>;
  /** Looks for what the owner must know at the next run. */
  lookNow(): void;
}

/** The worker's tasks besides mails: notifications, retention, the report of this server, concerns, reminders. */
export function createChores(
  database: Queryable,
  { folder, server, pushKey }: ChoreOptions,
  print: (line: string) => void,
): Chores {
  const drainPushes = createPushDrain(database, pushKey, pushSender(pushKey));
  const logRetention = retentionLog(print);
  const removeOld = periodic(RETENTION_MS, async () => {
    const run = await applyDueRetention(database, folder);
    if (run) logRetention(run);
    const erased = await finishErasures(database, folder);
    if ((run?.removed.requests ?? 0) + erased > 0) await vacuum(database);
  });
  const report = periodic(REPORT_MS, async () => {
    await database.query('select private.report_server($1)', [await readServer(server)]);
  });
  const queueConcerns = periodic(CONCERNS_MS, async () => {
    await database.query('select private.queue_concerns()');
    await database.query('select private.queue_reminders()');
  });
  return {
    run: async () => {
      await drainPushes();
      await removeOld.run();
      await report.run();
      await queueConcerns.run();
    },
    lookNow: queueConcerns.dueNow,
  };
}
