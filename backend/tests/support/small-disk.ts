import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;

/** A disk of a few megabytes that can be filled and emptied. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk except for this many megabytes. */
  leave(megabytes: number): void;
  makeRoom(): void;
  remove(): void;
}

/** Mounts a small disk, or returns the reason why that is not possible. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== 'linux') return 'only Linux mounts a tmpfs';
  const folder = mkdtempSync(join(tmpdir(), 'site-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `this user may not mount: ${error instanceof Error ? error.message.trim() : error}`;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    leave: (free) => {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free * MEGABYTE)));
      } catch (error) {
        // A database that has written since the measurement leaves less room, and no room is what was wanted.
        if (free > 0 || (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
