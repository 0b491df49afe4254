import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The numbers of a run of all tests do not depend on the machine. */
export interface Work {
  /** Documents that the browsers of the specs have loaded. */
  readonly documents: number;
  /** Programs of Node, without builds. */
  readonly programs: number;
  readonly builds: number;
}

type Budget = Readonly<Record<keyof Work, { readonly most: number; readonly why: string }>>;

const BUDGET_FILE = 'tooling/test-run/work-budget.json';

/** Every process of `run` appends what it does to the file of WORK_LOG. */
export async function withWorkLog(run: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'site-work-'));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  // Some tests run programs as other users.
  chmodSync(folder, 0o755);
  chmodSync(log, 0o666);
  process.env.WORK_LOG = log;
  try {
    await run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param log text of the file of WORK_LOG */
export function countWork(log: string): Work {
  const count = (kind: string) => log.split('\n').filter((line) => line === kind).length;
  return { documents: count('document'), programs: count('program'), builds: count('build') };
}

/** @returns a sentence for each number that exceeds its budget */
export const findExcesses = (work: Work, budget: Budget): string[] =>
  Object.entries(budget)
    .map(([kind, { most }]) => ({ kind, most, done: work[kind as keyof Work] }))
    .filter(({ most, done }) => done > most)
    .map(
      ({ kind, most, done }) =>
        `${done} ${kind}, at most ${most}: do with less, or raise the number in ${BUDGET_FILE} and say why there.`,
    );

/** Prints the work of this run. @returns whether it keeps the budget */
export function reportWork(): boolean {
  const work = countWork(readFileSync(process.env.WORK_LOG ?? '', 'utf8'));
  const budget = JSON.parse(readFileSync(join(import.meta.dirname, '../..', BUDGET_FILE), 'utf8')) as Budget;
  const excesses = findExcesses(work, budget);
  const done = Object.entries(work).map(([kind, count]) => `${count} ${kind}`);
  console.log(`${excesses.length > 0 ? '✗' : '✓'} work: ${done.join(', ')}`);
  for (const excess of excesses) console.log(`  ${excess}`);
  return excesses.length === 0;
}
