import { setTimeout as delay } from 'node:timers/promises';
import { type Deliver, drain } from '@site/supabase/functions/_shared/drain';
import { openOutbox } from '@site/supabase/functions/_shared/outbox';
import type { Connection } from '../database/database';
import { reopening } from '../database/reopening';
import type { SiteNews } from '../site-news';
import { reasonOf } from '../user-error';
import { changes } from './changes';
import { periodic } from './periodic';
import { applyDueRetention, finishErasures } from './retention';
import { retentionLog } from './retention-log';
import { createSavedNews } from './saved-news';

// LISTEN is not delivered over the embedded database's socket.
const LOOK_MS = 2000;
const ALERT_MS = 60_000;
/** The database decides whether it is due: once an hour for all servers. */
const RETENTION_MS = 60_000;
/** How long a stop waits for the current mail; a slower one is sent again when its lease ends. */
const STOP_MS = 600;

interface WorkerOptions {
  readonly connection: Connection;
  /** Null delivers nothing; retention still runs. */
  readonly deliver: Deliver | null;
  readonly deliveryMs: number;
  /** The folder of mail files. */
  readonly folder: string;
  /** False while the database's disk is full. */
  readonly mayWrite: () => Promise<boolean>;
  /** Called when requests were removed by retention, or in the owner's space. */
  readonly onRemoved: () => void;
}

interface MailWorker {
  /** Stores the site's news in the database, as soon as it answers. */
  hear(news: SiteNews): void;
  /** Sends what is due without waiting for the next look. */
  lookNow(): void;
  stop(): Promise<void>;
}

/** Drains the outbox, asks for alerts and applies retention until it is stopped. Failures are logged. */
export function startMailWorker({
  connection,
  deliver,
  deliveryMs,
  folder,
  mayWrite,
  onRemoved,
}: WorkerOptions): MailWorker {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  const database = reopening(connection);
  const outbox = openOutbox(database);
  const print = (line: string) => console.error(line);
  const note = changes(print);
  const logRetention = retentionLog(print);
  const unsaved = createSavedNews(database, mayWrite);

  // This worker belongs to a site that counts its pages.
  const askForAlert = periodic(ALERT_MS, () => database.query('select private.queue_alert(true)'));
  const removeOld = periodic(RETENTION_MS, async () => {
    const run = await applyDueRetention(database, folder);
    if (run) logRetention(run);
    const erased = await finishErasures(database, folder);
    if ((run?.removed.requests ?? 0) + erased > 0) onRemoved();
  });
  const look = async () => {
    if (!(await mayWrite())) throw new Error('the disk is full');
    // Mails first: they are sent even when one of the others fails.
    if (deliver) {
      // A slow mail server must not delay alerts and retention.
      const pauseAt = performance.now() + ALERT_MS;
      const isPaused = () => isOver() || performance.now() > pauseAt;
      const { sent, lastReason } = await drain(outbox, deliver, { deliveryMs, isOver: isPaused });
      if (sent > 0 || lastReason) note('delivery', lastReason);
    }
    await unsaved.save();
    await removeOld.run();
    await askForAlert.run();
    note('database', null);
  };
  let isDue = false;
  let wake: () => void = () => undefined;
  const pause = async () => {
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([ending.signal, waking.signal]);
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  };
  const run = async () => {
    while (!isOver()) {
      isDue = false;
      await look().catch((error: unknown) => {
        if (!isOver()) note('database', reasonOf(error));
      });
      if (!isDue) await pause();
    }
  };

  const running = run();
  return {
    hear: (news) => {
      unsaved.hear(news);
      // Pages change the rates.
      if (news.servedPages) askForAlert.dueNow();
      // Names at once, before a page of the new release reports an incident. After a failure the next look tries again.
      void unsaved.save().catch(() => undefined);
    },
    lookNow: () => {
      isDue = true;
      wake();
    },
    stop: async () => {
      ending.abort();
      // The last pages were reported just before the end.
      const ended = running.then(unsaved.save).catch(() => undefined);
      await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
      await database.close();
    },
  };
}
