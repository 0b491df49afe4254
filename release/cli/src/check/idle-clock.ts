import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const TICK_MS = 500;
/** A free page on a free machine answers within a few frames. */
const ANSWERS_WITHIN_MS = 200;
/** The clock runs this many times slower while something is busy. It never stops, so that a hanging page ends. */
const SLOWER = 5;

/** Counts the milliseconds in which a page has nothing to do, which a busy machine does not use up. */
export interface IdleClock {
  readonly now: () => number;
  readonly after: (ms: number) => Promise<false>;
}

/** The clock runs while the page awaits no answer and its main thread is free. Start it before the page loads. */
export async function startIdleClock(page: Page): Promise<IdleClock> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  const forget = (request: Request) => void pending.delete(request);
  page.on('requestfinished', forget).on('requestfailed', forget);
  await page.addInitScript(delayLongTimers);
  const waits = new Set<{ readonly at: number; readonly end: () => void }>();
  let idleMs = 0;
  const tick = async (lastMs: number): Promise<number> => {
    const since = performance.now();
    await delay(TICK_MS, undefined, { ref: false });
    const answer = page.evaluate(becomeFree, lastMs).catch(() => false);
    const isFree = await Promise.race([answer, delay(ANSWERS_WITHIN_MS, false, { ref: false })]);
    const ms = performance.now() - since;
    return isFree && pending.size === 0 && ms < TICK_MS + ANSWERS_WITHIN_MS ? ms : ms / SLOWER;
  };
  const run = async () => {
    for (let lastMs = 0; !page.isClosed(); ) {
      lastMs = await tick(lastMs);
      idleMs += lastMs;
      for (const wait of waits) if (wait.at <= idleMs && waits.delete(wait)) wait.end();
    }
  };
  void run();
  const after = (ms: number) =>
    new Promise<false>((resolve) => waits.add({ at: idleMs + ms, end: () => resolve(false) }));
  return { now: () => idleMs, after };
}

type DelayingWindow = Window & { readonly endDelayedTimers?: (ms: number) => void };

/** Runs in the page. */
function becomeFree(ms: number): Promise<true> {
  (window as DelayingWindow).endDelayedTimers?.(ms);
  return new Promise((resolve) => requestIdleCallback(() => resolve(true)));
}

/**
 * Runs in the page, before its own scripts. Pages give up or move on after timers of seconds, which a busy machine uses
 * up without a fault of the page. So these timers follow the idle clock.
 */
function delayLongTimers() {
  const longMs = 2000;
  const { setTimeout: start, clearTimeout: clear } = window;
  const delayed = new Map<
    number,
    { readonly at: number; readonly run: TimerHandler; readonly args: readonly unknown[] }
  >();
  let now = 0;
  let id = 2 ** 30;
  // Methods, because tsx wraps other functions in a helper that the page does not have.
  Object.assign(window, {
    setTimeout(run: TimerHandler, ms = 0, ...args: unknown[]) {
      if (!(ms >= longMs)) return start(run, ms, ...args);
      delayed.set(++id, { at: now + ms, run, args });
      return id;
    },
    clearTimeout(one?: number) {
      if (one === undefined || !delayed.delete(one)) clear(one);
    },
    endDelayedTimers(ms: number) {
      now += ms;
      for (const [one, { at, run, args }] of delayed) if (at <= now && delayed.delete(one)) start(run, 0, ...args);
    },
  });
}
