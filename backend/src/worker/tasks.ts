import { hostname } from 'node:os';
import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { runAll } from '@site/supabase/functions/_shared/tick/tick';
import { diskSpaceOf, isSameDisk } from '../data-folder/disks';
import type { SiteUpdate } from '../process/site-messages';
import { applyDueRetention, finishErasures } from './retention';

const CONCERNS_MS = 60_000;
/** The database decides whether retention is due: once an hour for all servers. */
const RETENTION_MS = 60_000;
const REPORT_MS = 10 * 60_000;

export interface TaskOptions {
  readonly folder: string;
  readonly server: ServerSettings;
}

interface Tasks {
  /** Rejects when one of them failed, once all have run. */
  run(): Promise<void>;
  /** Runs the work that this update affects at the next run. */
  onUpdate(update: SiteUpdate): void;
}

/** The worker's tasks: retention, the report of this server, concerns, reminders. Hosted, pg_cron runs them. */
export function createTasks(database: Queryable, { folder, server }: TaskOptions, log: (line: string) => void): Tasks {
  const removeOld = periodic(RETENTION_MS, () => applyDueRetention(database, folder, log));
  const removeErased = periodic(RETENTION_MS, () => finishErasures(database, folder));
  const report = periodic(REPORT_MS, async () => {
    await database.query('select private.report_server($1)', [await readServer(server)]);
  });
  const queueConcerns = periodic(CONCERNS_MS, () => database.query('select private.queue_concerns()'));
  const queueReminders = periodic(CONCERNS_MS, () => database.query('select private.queue_reminders()'));
  // First the files of what was erased: the retention forgets whose they were.
  const tasks = [removeErased, removeOld, report, queueConcerns, queueReminders];
  return {
    run: () => runAll(tasks.map(({ run }) => run)),
    onUpdate: ({ servedPages, mailSettings }) => {
      // Served pages change the failure rates.
      if (servedPages) queueConcerns.dueNow();
      // Who edits the site's facts may give what it lacks.
      if (mailSettings) report.dueNow();
    },
  };
}

interface Periodic {
  /** Runs the work unless its last success is more recent than the interval. Rejects when the work rejects. */
  run(): Promise<void>;
  dueNow(): void;
}

export function periodic(
  intervalMs: number,
  work: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): Periodic {
  let dueAt = 0;
  return {
    run: async () => {
      const startedAt = now();
      if (startedAt < dueAt) return;
      await work();
      dueAt = startedAt + intervalMs;
    },
    dueNow: () => {
      dueAt = 0;
    },
  };
}

interface ServerSettings {
  readonly dataDir: string;
  readonly backupDir: string | null;
  /** Settings that `site.json` lacks although the site is public, in French. */
  readonly siteGaps: readonly string[];
}

async function readServer({ dataDir, backupDir, siteGaps }: ServerSettings): Promise<string> {
  const [data, backups] = await Promise.all([diskSpaceOf(dataDir), backupDir && diskSpaceOf(backupDir)]);
  return JSON.stringify({
    host: hostname(),
    dataDir,
    ...data,
    siteGaps,
    ...(backupDir &&
      backups && {
        backupDir,
        backupFreeBytes: backups.freeBytes,
        backupTotalBytes: backups.totalBytes,
        sameDisk: await isSameDisk(dataDir, backupDir),
      }),
  });
}
