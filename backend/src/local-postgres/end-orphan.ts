import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '../data-folder/process-identity';

const ORPHAN_RETRY_MS = 20;

/** Ends the server that a killed backend has left running on these files, as PostgreSQL itself would not start twice. */
export async function endOrphan(files: string): Promise<void> {
  const pid = readServerId(files);
  if (!pid || !isServerOf(files, pid)) return;
  const identity = processIdentity(pid);
  process.kill(pid, 'SIGINT');
  while (identity !== null && processIdentity(pid) === identity) await delay(ORPHAN_RETRY_MS);
}

function readServerId(files: string): number | null {
  try {
    return Number(readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[0]) || null;
  } catch {
    return null;
  }
}

/** The file may be older than this boot of the machine, and its number another process's. */
function isServerOf(files: string, pid: number): boolean {
  try {
    // PostgreSQL works in its folder.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(files);
    if (process.platform === 'win32') return false;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(files);
  } catch {
    return false;
  }
}
