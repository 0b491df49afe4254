import { hostname } from 'node:os';
import { isSameDisk, roomOf } from '../disks';

/** What the database cannot know of a server. */
export interface ServerFacts {
  readonly dataDir: string;
  /** Null where the server makes no backups. */
  readonly backupDir: string | null;
  /** What `site.json` lacks although strangers can reach the site, in French. */
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
