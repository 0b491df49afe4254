interface WatchdogLimits {
  readonly askMs: number;
  /** An engine that answers nobody for longer counts as hung. */
  readonly patienceMs: number;
}

const LIMITS: WatchdogLimits = { askMs: 2000, patienceMs: 10_000 };

interface Watched {
  readonly ask: () => Promise<unknown>;
  /** Number of clients' messages that the engine has answered. */
  readonly answered: () => number;
  /** Whether a process runs long statements. */
  readonly isHeld: () => boolean;
  readonly onHung: (silentMs: number) => void;
}

/**
 * Watches the engine until it hangs: neither the watchdog's query nor any client's message is answered. The query alone
 * may be waiting for another client's transaction, as all clients share one session.
 * @returns a function that ends the watch
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
    // A broken connection is no answer; the next tick queries again.
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
    // Time during which this process was suspended does not count.
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
