import { existsSync } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether two folders are on one disk. A folder that does not exist yet counts as its parent. */
export async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((folder) => stat(existing(folder))));
  return first?.dev === second?.dev;
}

export async function diskSpaceOf(folder: string) {
  const { bavail, blocks, bsize } = await statfs(existing(folder));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** A renamed file survives a power cut only after its folder is synced. Windows cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(folder, 'r');
}

export const syncFile = (file: string): Promise<void> => syncPath(file, process.platform === 'win32' ? 'r+' : 'r');

async function syncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}
