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
