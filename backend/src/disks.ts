import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether two folders are on one disk. A folder that does not exist yet counts as its parent. */
export async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((folder) => stat(existing(folder))));
  return first?.dev === second?.dev;
}

interface Room {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export async function roomOf(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(existing(folder));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}
