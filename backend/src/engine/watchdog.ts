interface WatchdogLimits {
  /** Interval of the question. */
  readonly askMs: number;
  /** An engine that answers nobody for longer counts as hung. */
  readonly patienceMs: number;
}

const LIMITS: WatchdogLimits = { askMs: 2000, patienceMs: 10_000 };

interface Watched {
  /** Asks the engine a question. Settles with its answer. */
  readonly ask: () => Promise<unknown>;
  /** Clients' messages that the engine has answered. */
  readonly answered: () => number;
  /** Whether a process runs long statements. */
  readonly isHeld: () => boolean;
  /** Called once. */
  readonly onHung: (silentMs: number) => void;
}

/**
 * Watches the engine until it hangs: neither the watchdog's question nor any client's message has been answered. The
 * question alone may wait for another client's transaction, as one session serves all.
 * @returns ends the watch
 */
export function watch({ ask, answered, isHeld, onHung }: Watched, limits: WatchdogLimits = LIMITS): () => void {
  const tickMs = limits.askMs / 4;
  let silentMs = 0;
  let seen = answered();
  let isAsking = false;
  let askAt = 0;
  let lookedAt = performance.now();

  const question = async () => {
    isAsking = true;
    // A broken connection is no answer; the next look asks again.
    await ask().then(
      () => {
        silentMs = 0;
        askAt = performance.now() + limits.askMs;
      },
      () => undefined,
    );
    isAsking = false;
  };
  const look = () => {
    const now = performance.now();
    // Time in which this process was stopped does not count.
    const passedMs = Math.min(now - lookedAt, 2 * tickMs);
    lookedAt = now;
    if (answered() !== seen || isHeld()) silentMs = 0;
    else if (now >= askAt) silentMs += passedMs;
    seen = answered();
    if (silentMs >= limits.patienceMs) {
      clearInterval(timer);
      onHung(silentMs);
    } else if (!isAsking && now >= askAt) void question();
  };
  const timer = setInterval(look, tickMs);
  return () => clearInterval(timer);
}
