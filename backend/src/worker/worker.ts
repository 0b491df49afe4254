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
/** A slow mail server is reported after so long, and the room on the disk looked at. */
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
  const sendMails = async () => {
    if (!(await mayWrite())) throw new Error('the disk is full');
    const pauseAt = performance.now() + LONGEST_DRAIN_MS;
    const { sent, lastReason } = await tick.sendMails(() => isOver() || performance.now() > pauseAt);
    if (!isOver() && (sent > 0 || lastReason)) reportChange('delivery', lastReason);
  };
  const runOthers = async () => {
    if (await mayWrite()) await tick.runOthers();
  };
  const report = (subject: Subject, reason: string | null) => {
    if (!isOver()) reportChange(subject, reason);
  };
  const pause = (signal: AbortSignal) => delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  let wake: () => void = () => undefined;
  const keepSending = async () => {
    while (!isOver()) {
      // Also a wake-up during the work ends the pause.
      const waking = new AbortController();
      wake = () => waking.abort();
      const reason = await sendMails().then(() => null, reasonOf);
      report('database', reason);
      await pause(AbortSignal.any([ending.signal, waking.signal]));
    }
  };
  const keepOthers = async () => {
    while (!isOver()) {
      const reason = await runOthers().then(() => null, reasonOf);
      // Without the database all fail: the mails tell it.
      if (reason === null || (await isAnswering(database))) report('tasks', reason);
      await pause(ending.signal);
    }
  };

  // Notifications may wait for a slow service; the setting for mails to visitors does not.
  void updates.save().catch(() => undefined);
  // Neither waits for the other: not a mail for a disk that hangs, nor a notification for a slow mail server.
  const running = Promise.all([keepSending(), keepOthers()]);
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
    pollNow: () => wake(),
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

const isAnswering = (database: Queryable) =>
  database.query('select').then(
    () => true,
    () => false,
  );

async function answerEvidence(database: Queryable, { question, watched }: EvidenceQuestion): Promise<EvidenceAnswer> {
  const rows = await database
    .query<{ evidence: EvidenceAnswer['evidence'] }>('select private.release_evidence($1) as evidence', [
      JSON.stringify(watched),
    ])
    .catch(() => []);
  return { question, evidence: rows[0]?.evidence ?? null };
}
