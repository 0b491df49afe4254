import { MINUTE_MS } from '@site/contract/today';

const MAX_LINES = 10;

export type LimitedLog = (kind: string, line: string) => void;

/**
 * Prints at most ten lines of a kind per minute, then the number of omitted ones: visitors cannot fill the log.
 * @param now monotonic milliseconds
 */
export function createLimitedLog(
  log: (line: string) => void = (line) => console.error(line),
  now: () => number = () => performance.now(),
): LimitedLog {
  const kinds = new Map<string, { since: number; count: number }>();
  return (kind, line) => {
    const last = kinds.get(kind);
    const current = last && now() - last.since < MINUTE_MS ? last : { since: now(), count: 0 };
    kinds.set(kind, current);
    current.count += 1;
    if (last && last !== current && last.count > MAX_LINES) {
      log(`${last.count - MAX_LINES} more like the next line were left out.`);
    }
    if (current.count <= MAX_LINES) log(line);
  };
}
