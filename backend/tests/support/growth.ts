const REPEATS = 7;
const MAX_MICROSECONDS = 1_000_000;

/** Shorter times are mostly noise. */
const MIN_MICROSECONDS = 1000;

export const MAX_GROWTH = 50;

/**
 * How much more processor time ten times the input takes: about 10 for linear growth, 100 for quadratic. A busy
 * machine changes it by less than a factor of three. Infinity when two runs take a second each: one of them may
 * include a collection of all garbage.
 * @param run takes a millisecond or more for this size, at least if it grows quadratically
 */
export function growthOf(run: (size: number) => unknown, size: number): number {
  let spent = 0;
  for (const input of [size, size * 10]) {
    spent = cpuOf(() => run(input));
    if (spent > MAX_MICROSECONDS) spent = cpuOf(() => run(input));
    if (spent > MAX_MICROSECONDS) return Number.POSITIVE_INFINITY;
  }
  // A further run could only be faster.
  if (spent <= 10 * MIN_MICROSECONDS) return spent / MIN_MICROSECONDS;
  const fastest = (input: number) => Math.min(...Array.from({ length: REPEATS }, () => cpuOf(() => run(input))));
  const growth = () => fastest(size * 10) / Math.max(fastest(size), MIN_MICROSECONDS);
  const first = growth();
  // A busy machine can only make it larger.
  return first < MAX_GROWTH ? first : Math.min(first, growth(), growth());
}

/** Microseconds of this process. */
function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

export type Text = (size: number) => string;

/** Names of the texts for which the time grows faster than their length. */
export function slowTexts(texts: Readonly<Record<string, Text>>, read: (text: string) => unknown, size: number) {
  return Object.entries(texts).flatMap(([name, make]) =>
    growthOf((length) => read(make(length)), size) < MAX_GROWTH ? [] : [name],
  );
}
