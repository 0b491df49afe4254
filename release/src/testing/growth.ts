const REPEATS = 7;
const MOST_MICROSECONDS = 1_000_000;

/**
 * How much more processor time ten times the input takes: about 10 when it grows linearly, 100 when it grows
 * quadratically. A busy machine changes it by less than a factor of three.
 * Infinity when one run takes a second.
 * @param run takes a millisecond or more for this size
 */
export function growthOf(run: (size: number) => void, size: number): number {
  if (cpuOf(() => run(size)) > MOST_MICROSECONDS) return Number.POSITIVE_INFINITY;
  const fastest = (input: number) => Math.min(...Array.from({ length: REPEATS }, () => cpuOf(() => run(input))));
  return fastest(size * 10) / Math.max(fastest(size), 1);
}

/** Microseconds of this process. */
function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
