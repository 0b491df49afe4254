import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import { vacuum } from '../database/vacuum';
import { createPushDrain } from '../push/drain-pushes';
import type { PushKey } from '../push/push-key';
import { pushSender } from '../push/send-push';
import { periodic } from './periodic';
import { applyDueRetention, finishErasures } from './retention';
import { retentionLog } from './retention-log';
import { runAll } from './run-all';
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
  /** Rejects when one of them failed, once all have run. */
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
    if (run && run.removed.requests > 0) await vacuum(database);
  });
  const removeErased = periodic(RETENTION_MS, async () => {
    if ((await finishErasures(database, folder)) > 0) await vacuum(database);
  });
  const report = periodic(REPORT_MS, async () => {
    await database.query('select private.report_server($1)', [await readServer(server)]);
  });
  const queueConcerns = periodic(CONCERNS_MS, () => database.query('select private.queue_concerns()'));
  const queueReminders = periodic(CONCERNS_MS, () => database.query('select private.queue_reminders()'));
  const tasks = [removeOld, removeErased, report, queueConcerns, queueReminders];
  return {
    run: () => runAll([drainPushes, ...tasks.map(({ run }) => run)]),
    lookNow: queueConcerns.dueNow,
  };
}
