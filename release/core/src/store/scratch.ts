import { STORE } from '@site/contract/stored-files';
import type { Blobs } from './blobs';

const FOLDER = `${STORE.scratch}/`;
const DAY_MS = 86_400_000;

let written = 0;

export function nextScratchKey(): string {
  written += 1;
  return `${FOLDER}${process.pid}-${Date.now()}-${written}`;
}

/** Abandoned scratch files: their process has ended, or they are older than a day. */
export async function listLeftScratch(blobs: Blobs, now: Date): Promise<string[]> {
  return (await blobs.list(FOLDER)).filter((name) => isLeft(name, now)).map((name) => FOLDER + name);
}

function isLeft(name: string, now: Date): boolean {
  const [, pid, since] = /^(\d+)-(\d+)-\d+$/.exec(name) ?? [];
  if (pid === undefined) return false;
  return now.getTime() - Number(since) > DAY_MS || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
