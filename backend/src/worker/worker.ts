import { setTimeout as delay } from 'node:timers/promises';
import { type Deliver, drain } from '@site/supabase/functions/_shared/drain';
import { openOutbox } from '@site/supabase/functions/_shared/outbox';
import type { Connection } from '../database/database';
import { reopening } from '../database/reopening';
import type { SiteNews } from '../site-news';
import { reasonOf } from '../user-error';
import { changes } from './changes';
import { type ChoreOptions, createChores } from './chores';
import { createSavedNews } from './saved-news';

// LISTEN is not delivered over the embedded database's socket.
const LOOK_MS = 2000;
/** A slow mail server must not delay alerts and retention for longer. */
const LONGEST_DRAIN_MS = 60_000;
/** How long stopping waits for the current mail; a slower one is sent again when its lease ends. */
const STOP_MS = 600;

interface WorkerOptions extends ChoreOptions {
  readonly connection: Connection;
  /** Null delivers nothing; retention still runs. */
  readonly deliver: Deliver | null;
  readonly deliveryMs: number;
  readonly mayWrite: () => Promise<boolean>;
}

interface MailWorker {
  hear(news: SiteNews): void;
  /** Sends due mails without waiting for the next look. */
  lookNow(): void;
  stop(): Promise<void>;
}

/** Drains the outbox, asks for alerts and applies retention until it is stopped. Failures are logged. */
export function startMailWorker({ connection, deliver, deliveryMs, mayWrite, ...others }: WorkerOptions): MailWorker {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  const database = reopening(connection);
  const outbox = openOutbox(database);
  const print = (line: string) => console.error(line);
  const reportChange = changes(print);
  const chores = createChores(database, others, print);
  const unsaved = createSavedNews(database, mayWrite);

  const look = async () => {
    if (!(await mayWrite())) throw new Error('the disk is full');
    // Mails first: they are sent even when one of the others fails.
    if (deliver) {
      const pauseAt = performance.now() + LONGEST_DRAIN_MS;
      const isPaused = () => isOver() || performance.now() > pauseAt;
      const { sent, lastReason } = await drain(outbox, deliver, { deliveryMs, isOver: isPaused });
      if (sent > 0 || lastReason) reportChange('delivery', lastReason);
    }
    await unsaved.save();
    await chores.run();
    reportChange('database', null);
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
        if (!isOver()) reportChange('database', reasonOf(error));
      });
      if (!isDue) await pause();
    }
  };

  const running = run();
  return {
    hear: (news) => {
      unsaved.hear(news);
      // Served pages change the failure rates.
      if (news.servedPages) chores.alertNow();
      // Saved at once, as the database must know a new release before one of its pages reports an incident.
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
