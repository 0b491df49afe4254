import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@site/terminal/program';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A failure after a longer run does not lengthen the next pause. */
const STABLE_MS = 60_000;

/** A part of the site that may end by itself. */
interface Part {
  /** Resolves with the reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

interface Supervisor<Started extends Part> {
  /** Null while it does not run. */
  current(): Started | null;
  stop(): Promise<void>;
}

/** Starts a part again whenever it ends: at once, then after growing pauses. @param name in the log */
export function keepRunning<Started extends Part>(
  name: string,
  first: Started,
  startAgain: () => Promise<Started>,
): Supervisor<Started> {
  const ending = new AbortController();
  let part: Started | null = first;

  const restart = async (): Promise<Started | null> => {
    try {
      const next = await startAgain();
      console.error(`${name} runs again.`);
      return next;
    } catch (error) {
      console.error(`${name} does not start: ${reasonOf(error)}`);
      return null;
    }
  };
  const supervise = async () => {
    let pauseMs = 0;
    for (;;) {
      const startedAt = performance.now();
      const reason = await part?.ended;
      if (ending.signal.aborted) return;
      part = null;
      if (performance.now() - startedAt > STABLE_MS) pauseMs = 0;
      if (reason) console.error(`${name} has ended (${reason}): forms answer 503 until it runs again.`);
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      pauseMs = Math.min(2 * pauseMs || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      part = await restart();
      // Stopped meanwhile: this process ends only after a signal.
      if (ending.signal.aborted) return;
    }
  };
  const supervised = supervise();
  return {
    current: () => part,
    stop: async () => {
      ending.abort();
      await part?.stop();
      await supervised;
      // One that was just being started.
      await part?.stop();
    },
  };
}
