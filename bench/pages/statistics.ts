export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { min: at(0), median: at(0.5), max: at(1) };
}

/** Runs all cases in turn in each run, so that changes in the machine's load affect all of them. */
export async function interleave<Case, Result>(
  runs: number,
  cases: readonly Case[],
  measure: (one: Case) => Promise<Result>,
): Promise<Map<Case, Result[]>> {
  const results = new Map<Case, Result[]>(cases.map((one) => [one, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const one of cases) results.get(one)?.push(await measure(one));
  }
  return results;
}
