import { setTimeout as delay } from 'node:timers/promises';
import { type Deliver, drain, openOutbox, type Queryable, undelivered } from '@site/supabase/functions/_shared/drain';
import { reasonOf } from '@site/terminal/program';
import { reconnecting } from '../database/postgres';
import type { Connection } from '../options';
import { createOwnCalendar } from '../own-calendar/own-calendar';
import type { EvidenceAnswer, EvidenceQuestion, SiteUpdate } from '../site-messages';
import { type ChoreOptions, createChores } from './chores';
import type { MailOptions } from './delivery';
import { createUpdateBuffer, runAll } from './update-buffer';

const POLL_MS = 2000;
/** A slow mail server must not delay alerts and retention for longer. */
const LONGEST_DRAIN_MS = 60_000;
/** How long stopping waits for the current mail; a slower one is sent again when its lease ends. */
const STOP_MS = 600;
/** How long it waits for the database to take what the site has reported. */
const SAVE_MS = 1000;

interface WorkerOptions extends ChoreOptions {
  readonly connection: Connection;
  /** Null delivers nothing; retention still runs. */
  readonly deliver: Deliver | null;
  readonly deliveryMs: number;
  readonly mayWrite: () => Promise<boolean>;
  /** The present options: they change with the site's facts. */
  readonly mail: () => MailOptions;
}

interface Worker {
  onUpdate(update: SiteUpdate): void;
  /** Counts what the site has sent before. */
  answer(question: EvidenceQuestion): Promise<EvidenceAnswer>;
  /** Sends due mails without waiting for the next poll. */
  pollNow(): void;
  stop(): Promise<void>;
}

/** Drains the outbox, asks for alerts and applies retention until it is stopped. Failures are logged. */
export function startWorker({ connection, deliver, deliveryMs, mayWrite, mail, ...others }: WorkerOptions): Worker {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  const database = reconnecting(connection);
  const outbox = openOutbox(database);
  const print = (line: string) => console.error(line);
  const reportChange = createChangeLog(print);
  const chores = createChores(database, others, print);
  const ownCalendar = createOwnCalendar(database, ending.signal);
  const updates = createUpdateBuffer(database, mayWrite, mail);

  const sendMails = async () => {
    if (!deliver) return;
    const pauseAt = performance.now() + LONGEST_DRAIN_MS;
    const isPaused = () => isOver() || performance.now() > pauseAt;
    const { sent, lastReason } = await drain(outbox, deliver, { deliveryMs, isOver: isPaused });
    if (sent > 0 || lastReason) reportChange('delivery', lastReason);
  };
  const poll = async () => {
    if (!(await mayWrite())) throw new Error('the disk is full');
    const failure = await failureOf(sendMails);
    const failureOfTasks = await failureOf(() => runAll([updates.save, chores.run, ownCalendar.look]));
    if (isOver()) return;
    reportChange('database', failure);
    if (failure === null) reportChange('tasks', failureOfTasks);
  };
  let isDue = false;
  let wake: () => void = () => undefined;
  const pause = async () => {
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([ending.signal, waking.signal]);
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  };
  const run = async () => {
    while (!isOver()) {
      isDue = false;
      await poll().catch((error: unknown) => {
        if (!isOver()) reportChange('database', reasonOf(error));
      });
      if (!isDue) await pause();
    }
  };

  // The drain may wait for a slow mail server; the setting for mails to visitors does not.
  void updates.save().catch(() => undefined);
  const running = run();
  return {
    onUpdate: (update) => {
      updates.add(update);
      // Served pages change the failure rates.
      if (update.servedPages) chores.lookNow();
      // Saved at once, as the database must know a new release before one of its pages reports an incident.
      void updates.save().catch(() => undefined);
    },
    answer: async (question) => {
      await updates.save().catch(() => undefined);
      return answerEvidence(database, question);
    },
    pollNow: () => {
      isDue = true;
      wake();
    },
    stop: async () => {
      ending.abort();
      // The last pages were reported just before the end.
      const saved = updates.save().catch(() => undefined);
      await Promise.race([saved, delay(SAVE_MS, undefined, { ref: false })]);
      await Promise.race([running, delay(STOP_MS, undefined, { ref: false })]);
      await database.close();
    },
  };
}

const failureOf = (work: () => Promise<void>) => work().then(() => null, reasonOf);

type Part = 'database' | 'delivery' | 'tasks';

const sentences: Record<Part, { failed: (reason: string) => string; works: string }> = {
  database: {
    failed: (reason) => `Mails wait for the database (${reason}).`,
    works: 'Mails: the database answers again.',
  },
  delivery: {
    failed: undelivered,
    works: 'Mails are sent again.',
  },
  tasks: {
    failed: (reason) => `A task beside the mails fails and is tried again (${reason}).`,
    works: 'The tasks beside the mails succeed again.',
  },
};

/** Prints once when a part fails or works again, as attempts every two seconds would flood the log. */
export function createChangeLog(print: (line: string) => void): (part: Part, reason: string | null) => void {
  const reasons: Partial<Record<Part, string | null>> = {};
  return (part, reason) => {
    const before = reasons[part] ?? null;
    reasons[part] = reason;
    // A lost database gives another reason at each attempt; a mail server's reasons are worth logging.
    const isChange = part === 'delivery' ? reason !== before : (reason === null) !== (before === null);
    if (!isChange) return;
    print(reason === null ? sentences[part].works : sentences[part].failed(reason));
  };
}

async function answerEvidence(database: Queryable, { question, watched }: EvidenceQuestion): Promise<EvidenceAnswer> {
  const rows = await database
    .query<{ evidence: EvidenceAnswer['evidence'] }>('select private.release_evidence($1) as evidence', [
      JSON.stringify(watched),
    ])
    .catch(() => []);
  return { question, evidence: rows[0]?.evidence ?? null };
}
