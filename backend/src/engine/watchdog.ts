/** When a silent engine counts as hung. */
export type WatchdogLimits = {
  /** How often the engine is asked. */
  askMs: number;
  /** How long it may answer nobody. */
  patienceMs: number;
};

const LIMITS: WatchdogLimits = { askMs: 2000, patienceMs: 10_000 };

type Watched = {
  /** Asks the engine for anything; settles with its answer. */
  ask: () => Promise<unknown>;
  /** Clients' messages that the engine has answered. */
  answered: () => number;
  /** Whether somebody runs statements that may take long. */
  isHeld: () => boolean;
  /** Called once. */
  onHung: (silentMs: number) => void;
};

/**
 * Watches the engine from outside until it hangs: its own question has no answer, and nobody else's had one meanwhile.
 * One session serves all clients, so that a question alone may wait for another client's transaction.
 * @returns what ends the watch
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
    // A connection that breaks is no answer; it is asked again at once.
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
    // Where this process itself was stopped, that time says nothing of the engine.
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
