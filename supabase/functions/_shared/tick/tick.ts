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

const NO_MAILS: DrainResult = { sent: 0, failed: 0, lastReason: null };

/** What the site does by itself. A process of its own calls it, or an Edge Function. */
export function createTick(database: Queryable, options: TickOptions) {
  const { deliver, deliveryMs, pushKey, readCalendar, ending, tasks = [] } = options;
  const ownCalendar = createOwnCalendar(database, ending, readCalendar);
  const pushes = pushKey ? [createPushDrain(database, pushKey, pushSender(pushKey))] : [];

  return {
    /** @param isOver ends the mails */
    sendMails: async (isOver: () => boolean): Promise<DrainResult> =>
      deliver ? drain(database, deliver, { deliveryMs, isOver }) : NO_MAILS,
    /**
     * Notifications, the caller's tasks and the owner's calendar, of which a reading may end later. Each runs even if
     * another one fails. @throws the first error, once all have run
     */
    runOthers: () => runAll([...pushes, ...tasks, ownCalendar.poll]),
    /** Resolves when a reading of the calendar has ended and is stored. */
    finish: ownCalendar.finish,
  };
}

/** Runs all tasks, one after another, whatever one of them throws. @throws the first error, once all have run */
export async function runAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
