import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ids of child processes, from /proc; none if the process has ended. */
export function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** The only process of this name among the descendants of another. */
export function descendantNamed(pid: number, name: string): number {
  const found = descendants(pid).filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === name);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} processes named ${name} below ${pid}`);
  return only;
}

/** The first process of the PostgreSQL of a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'database/data/postmaster.pid'), 'utf8').split('\n')[0]);
}
