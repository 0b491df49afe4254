import { setTimeout as delay } from 'node:timers/promises';
import { type Deliver, type Queryable, undelivered } from '@site/supabase/functions/_shared/drain';
import type { PushKey } from '@site/supabase/functions/_shared/tick/push';
import { createTick } from '@site/supabase/functions/_shared/tick/tick';
import { reasonOf } from '@site/terminal/program';
import { openWorkerConnection } from '../database/pool';
import type { Connection } from '../process/options';
import type { EvidenceAnswer, EvidenceQuestion, SiteUpdate } from '../process/site-messages';
import { readCalendar } from './compute-busy-days';
import type { MailOptions } from './delivery';
import { createTasks, type TaskOptions } from './tasks';
import { createUpdateBuffer } from './update-buffer';

const POLL_MS = 2000;
/** A slow mail server must not delay alerts and retention for longer. */
const LONGEST_DRAIN_MS = 60_000;
/** A stop waits this long for the current mail. A slower mail is sent again when its lease ends. */
const STOP_MS = 600;
/** A stop waits this long for the database to store the reports of the site. */
const SAVE_MS = 1000;

interface WorkerOptions extends TaskOptions {
  readonly connection: Connection;
  /** Null delivers nothing; retention still runs. */
  readonly deliver: Deliver | null;
  readonly deliveryMs: number;
  readonly pushKey: PushKey;
  readonly mayWrite: () => Promise<boolean>;
  /** The present options: they change with the site's facts. */
  readonly mail: () => MailOptions;
}

interface Worker {
  onUpdate(update: SiteUpdate): void;
  /** Answers only after the counts that the site sent before are stored. */
  answer(question: EvidenceQuestion): Promise<EvidenceAnswer>;
  /** Sends due mails without waiting for the next poll. */
  pollNow(): void;
  stop(): Promise<void>;
}

/** Runs the tick and the tasks of this machine until it is stopped. Failures are logged. */
export function startWorker({ connection, mayWrite, mail, ...options }: WorkerOptions): Worker {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  const database = openWorkerConnection(connection);
  const log = (line: string) => console.error(line);
  const reportChange = createChangeLog(log);
  const tasks = createTasks(database, options, log);
  const updates = createUpdateBuffer(database, mayWrite, mail);

  const tick = createTick(database, {
    ...options,
    readCalendar,
    ending: ending.signal,
    tasks: [updates.save, tasks.run],
  });
  const poll = async () => {
    if (!(await mayWrite())) throw new Error('the disk is full');
    const pauseAt = performance.now() + LONGEST_DRAIN_MS;
    const { drained, failures } = await tick.run(() => isOver() || performance.now() > pauseAt);
    if (isOver()) return;
    if (drained.sent > 0 || drained.lastReason) reportChange('delivery', drained.lastReason);
    reportChange('database', failures.mails === undefined ? null : reasonOf(failures.mails));
    if (failures.mails === undefined)
      reportChange('tasks', failures.tasks === undefined ? null : reasonOf(failures.tasks));
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
      tasks.onUpdate(update);
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

type Subject = 'database' | 'delivery' | 'tasks';

const sentences: Record<Subject, { failed: (reason: string) => string; works: string }> = {
  database: {
    failed: (reason) => `Mails wait for the database (${reason}).`,
    works: 'Mails: the database answers again.',
  },
  delivery: { failed: undelivered, works: 'Mails are sent again.' },
  tasks: {
    failed: (reason) => `A task beside the mails fails and is tried again (${reason}).`,
    works: 'The tasks beside the mails succeed again.',
  },
};

/** Prints once when a subject fails or works again, as tries every two seconds would flood the log. */
export function createChangeLog(log: (line: string) => void): (subject: Subject, reason: string | null) => void {
  const reasons: Partial<Record<Subject, string | null>> = {};
  return (subject, reason) => {
    const before = reasons[subject] ?? null;
    reasons[subject] = reason;
    // A lost database gives another reason at each try; a mail server's reasons are worth logging.
    const isChange = subject === 'delivery' ? reason !== before : (reason === null) !== (before === null);
    if (!isChange) return;
    log(reason === null ? sentences[subject].works : sentences[subject].failed(reason));
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
