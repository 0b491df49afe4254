import { setTimeout as delay } from 'node:timers/promises';
import { type Deliver, drain } from '../../functions/_shared/drain.ts';
import { openOutbox } from '../../functions/_shared/outbox.ts';
import type { Connection } from '../database/database';
import { reasonOf } from '../setup-error';
import { changes } from './changes';
import { removeOldFiles } from './mail-files';
import { reopening } from './reopening';

// LISTEN is not delivered over the embedded database's socket.
const LOOK_MS = 2000;
const ALERT_MS = 60_000;
const RETENTION_MS = 3_600_000;
/** What a mail under way is given at the end; one that takes longer comes back when its lease ends. */
const STOP_MS = 600;

type WorkerOptions = {
  connection: Connection;
  /** Null delivers nothing; data are still kept no longer than said. */
  deliver: Deliver | null;
  deliveryMs: number;
  /** Where mails are files, if they are. */
  folder: string;
  /** False while the database's disk is full. */
  mayWrite: () => Promise<boolean>;
};

export type MailWorker = { stop(): Promise<void> };

/** Drains the outbox, asks for alerts and applies retention until it is stopped. Never rejects: what fails is logged. */
export function startMailWorker({ connection, deliver, deliveryMs, folder, mayWrite }: WorkerOptions): MailWorker {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  const database = reopening(connection);
  const outbox = openOutbox(database);
  const note = changes((line) => console.error(line));

  const askForAlert = every(ALERT_MS, () => database.query('select private.queue_alert()'));
  const applyRetention = every(RETENTION_MS, async () => {
    await database.query('select private.apply_retention()');
    // By their age, not by what the database still holds: it may be another one, or an older one restored.
    const [kept] = await database.query<{ since: Date }>('select now() - keep_requests as since from private.settings');
    if (kept) await removeOldFiles(folder, kept.since);
  });
  const look = async () => {
    if (!(await mayWrite())) throw new Error('the disk is full');
    // Mails first: they go even where one of the two others fails.
    if (deliver) {
      // A server that keeps each mail waiting must not keep alerts and retention waiting too.
      const pauseAt = performance.now() + ALERT_MS;
      const isPaused = () => isOver() || performance.now() > pauseAt;
      const { sent, lastReason } = await drain(outbox, deliver, { deliveryMs, isOver: isPaused });
      if (sent > 0 || lastReason) note('delivery', lastReason);
    }
    await applyRetention();
    await askForAlert();
    note('database', null);
  };
  const run = async () => {
    while (!isOver()) {
      await look().catch((error: unknown) => {
        if (!isOver()) note('database', reasonOf(error));
      });
      await delay(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };

  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await Promise.race([running, delay(STOP_MS, undefined, { ref: false })]);
      await database.close();
    },
  };
}

/** Does the work when it was last done well longer ago than `ms`, or never. */
function every(ms: number, work: () => Promise<unknown>): () => Promise<void> {
  let dueAt = 0;
  return async () => {
    const now = performance.now();
    if (now < dueAt) return;
    await work();
    dueAt = now + ms;
  };
}
