interface Periodic {
  /** Runs the work unless its last success is more recent than the interval. Rejects when the work rejects. */
  run(): Promise<void>;
  dueNow(): void;
}

export function periodic(
  intervalMs: number,
  work: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): Periodic {
  let dueAt = 0;
  return {
    run: async () => {
      const startedAt = now();
      if (startedAt < dueAt) return;
      await work();
      dueAt = startedAt + intervalMs;
    },
    dueNow: () => {
      dueAt = 0;
    },
  };
}
