import { isRunning } from '@site/terminal/is-running';
import type { Blobs } from './blobs';
import { SCRATCH_FILES } from './keys';

const DAY_MS = 86_400_000;

/** Abandoned scratch files: their process has ended, or they are older than a day. */
export async function listLeftScratch(blobs: Blobs, now: Date): Promise<string[]> {
  return (await blobs.list(SCRATCH_FILES)).filter((name) => isLeft(name, now)).map((name) => SCRATCH_FILES + name);
}

function isLeft(name: string, now: Date): boolean {
  const [, pid, since] = /^(\d+)-(\d+)-\d+$/.exec(name) ?? [];
  if (pid === undefined) return false;
  return now.getTime() - Number(since) > DAY_MS || !isRunning(Number(pid));
}
