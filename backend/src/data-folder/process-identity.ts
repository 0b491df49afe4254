import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isRunning } from '@site/terminal/is-running';

/** Identifies a process, as a container often reuses ids after a restart. @returns null when no such process runs */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return isRunning(pid) ? 'running' : null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function linuxIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name, before the last bracket, may contain spaces; state, …, start time follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return fields[0] === 'Z' ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}
