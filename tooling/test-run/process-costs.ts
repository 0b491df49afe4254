import { appendFileSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The process and its living descendants; from Linux' `/proc`. */
export function family(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(family)];
}

/** Processor time of a process and of its children that have ended, in seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readProcess(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

/** Returns an empty string when the process has ended since it was listed. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Records what this worker has cost until now: `bench/tests.ts` charges each suite with the difference. */
export function logCost(suite: string): void {
  const { WORK_LOG, TEST_COSTS } = process.env;
  if (!WORK_LOG || !TEST_COSTS) return;
  const total = family(process.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  appendFileSync(WORK_LOG, `cost\t${process.pid}\t${suite}\t${total.toFixed(2)}\n`);
}
