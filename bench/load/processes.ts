import { basename } from 'node:path';
import { cpuSeconds, readProcess } from '@site/tooling/process-costs';

export type Usage = Record<string, { readonly cpuSeconds: number; readonly megabytes: number }>;

/** CPU time and memory of each part's processes, from Linux' /proc. Shared memory is counted once (PSS). */
export function readUsage(parts: Record<string, readonly number[]>): Usage {
  return Object.fromEntries(
    Object.entries(parts).map(([name, pids]) => [
      name,
      {
        cpuSeconds: sum(pids.map(cpuSeconds)),
        megabytes: Math.round(sum(pids.map(megabytes))),
      },
    ]),
  );
}

/** The program and its arguments. */
export function commandOf(pid: number): string {
  return readProcess(pid, 'cmdline')
    .split('\0')
    .map((part) => basename(part))
    .join(' ')
    .trim();
}

function megabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
