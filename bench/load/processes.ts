import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const TICKS_PER_SECOND = 100;

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

export function family(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(family)];
}

/** The program and its arguments. */
export function commandOf(pid: number): string {
  return read(pid, 'cmdline')
    .split('\0')
    .map((part) => basename(part))
    .join(' ')
    .trim();
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

// Includes ended children: database connections are short-lived processes.
function cpuSeconds(pid: number): number {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return sum(fields.slice(11, 15).map(Number)) / TICKS_PER_SECOND;
}

function megabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

/** Returns an empty string when the process has ended since it was listed. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
