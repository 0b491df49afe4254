import { type Deliver, type DrainResult, drain, type Queryable } from '../drain.ts';
import { createOwnCalendar, type ReadCalendar } from '../own-calendar/own-calendar.ts';
import { createPushDrain, type PushKey, pushSender } from './push.ts';

export interface TickOptions {
  /** Null delivers no mail. */
  readonly deliver: Deliver | null;
  readonly deliveryMs: number;
  /** Null notifies no browser. */
  readonly pushKey: PushKey | null;
  readonly readCalendar: ReadCalendar;
  readonly ending: AbortSignal;
  readonly tasks?: readonly (() => Promise<unknown>)[];
}

interface TickResult {
  readonly drained: DrainResult;
  /** The first error of the mails, and that of the other tasks; undefined for success. */
  readonly failures: { readonly mails: unknown; readonly tasks: unknown };
}

const NO_MAILS: DrainResult = { sent: 0, failed: 0, lastReason: null };

/**
 * What the site does by itself: mails, notifications, the owner's calendar, then the tasks that the caller adds. Each
 * runs even if another one fails. A process of its own calls it, or an Edge Function.
 */
export function createTick(database: Queryable, options: TickOptions) {
  const { deliver, deliveryMs, pushKey, readCalendar, ending, tasks = [] } = options;
  const ownCalendar = createOwnCalendar(database, ending, readCalendar);
  const pushes = pushKey ? [createPushDrain(database, pushKey, pushSender(pushKey))] : [];
  const sendMails = async (isOver: () => boolean) =>
    deliver ? drain(database, deliver, { deliveryMs, isOver }) : NO_MAILS;

  return {
    /** Runs all tasks once. A reading of the calendar that it begins may end later. @param isOver ends the mails */
    run: async (isOver: () => boolean): Promise<TickResult> => {
      const mails = await outcomeOf(sendMails(isOver));
      const others = await outcomeOf(runAll([...pushes, ...tasks, ownCalendar.poll]));
      return { drained: mails.value ?? NO_MAILS, failures: { mails: mails.error, tasks: others.error } };
    },
    /** Resolves when a reading of the calendar has ended and is stored. */
    finish: ownCalendar.finish,
  };
}

const outcomeOf = <Value>(work: Promise<Value>): Promise<{ value?: Value; error?: unknown }> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** Runs all tasks, one after another, whatever one of them throws. @throws the first error, once all have run */
export async function runAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
