const MINUTE_MS = 60_000;

export type MinuteLog = (kind: string, line: string) => void;

/** Prints at most one line of each kind per minute; the next one counts those left out. */
export function createMinuteLog(print: (line: string) => void, now: () => number = Date.now): MinuteLog {
  const kinds = new Map<string, { printedAt: number; leftOut: number }>();
  return (kind, line) => {
    const last = kinds.get(kind);
    if (last && now() - last.printedAt < MINUTE_MS) {
      last.leftOut += 1;
      return;
    }
    kinds.set(kind, { printedAt: now(), leftOut: 0 });
    print(last?.leftOut ? `${line} (${last.leftOut} more of this kind since the last line)` : line);
  };
}
