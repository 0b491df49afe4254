interface Periodic {
  /** Does the work if it last succeeded longer ago than its interval, or never. Rejects when the work does. */
  run(): Promise<void>;
  /** Makes the work due at the next run. */
  dueNow(): void;
}

/** @param now in milliseconds */
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
