import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, '../../test-results/bench');

export interface Machine {
  readonly cores: number;
  /** Load average of the last minute. */
  readonly load: number;
  readonly node: string;
}

export const readMachine = (): Machine => ({
  cores: availableParallelism(),
  load: loadavg()[0] ?? 0,
  node: process.version,
});

/** Writes the figures to `test-results/bench`, with the time and the machine. @param name the file's, without .json */
export function writeReport(name: string, figures: object, machine = readMachine()): void {
  mkdirSync(RESULTS, { recursive: true });
  const report = { at: new Date().toISOString(), machine, ...figures };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
}

/** Prints what exceeds the budget. The process then exits with code 1. */
export function reportMisses(missed: readonly string[]): void {
  console.log(missed.length === 0 ? '\nWithin the budget.' : `\nOver the budget: ${missed.join('; ')}.`);
  if (missed.length > 0) process.exitCode = 1;
}

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
