import { hostname } from 'node:os';
import { isSameDisk, roomOf } from '../disks';

export interface ServerFacts {
  readonly dataDir: string;
  readonly backupDir: string | null;
  /** Settings that `site.json` lacks although the site is public, in French. */
  readonly siteGaps: readonly string[];
}

/** The argument of `private.report_server()`. */
export async function readServer({ dataDir, backupDir, siteGaps }: ServerFacts): Promise<string> {
  const [data, backups] = await Promise.all([roomOf(dataDir), backupDir && roomOf(backupDir)]);
  return JSON.stringify({
    host: hostname(),
    dataDir,
    ...data,
    siteGaps,
    ...(backupDir &&
      backups && {
        backupDir,
        backupFreeBytes: backups.freeBytes,
        backupTotalBytes: backups.totalBytes,
        sameDisk: await isSameDisk(dataDir, backupDir),
      }),
  });
}
