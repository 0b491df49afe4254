import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** In bytes. A run has used 1.2 GiB for files, besides the memory of its processes. */
const NEEDED_MEMORY = 12 * 2 ** 30;
const NEEDED_SPACE = 6 * 2 ** 30;

/** Tests create and remove many small files: in memory, they wait half as long. Small machines use their disk. */
export async function withFilesInMemory(run: () => Promise<void>): Promise<void> {
  if (process.env.TMPDIR || freemem() < NEEDED_MEMORY || freeSpace() < NEEDED_SPACE) return run();
  const folder = mkdtempSync(join(IN_MEMORY, 'site-tests-'));
  // Like /tmp: some tests run programs of other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  try {
    await run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function freeSpace(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
