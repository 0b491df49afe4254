import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@site/terminal/user-error';
import type { Connection } from '../../connection';
import type { BackendOptions } from '../../options';
import { type BackedUpSite, backUpIfDue, type DoneBackup } from './back-up-if-due';
import type { BackupOptions } from './backup-dir';

const POLL_MS = 10 * 60_000;
/** How long stopping waits for a backup in progress. An interrupted backup is made again later. */
const STOP_MS = 300;

interface Running {
  readonly connection: Connection;
  readonly anonKey: string;
}

/** Makes a backup each day. @returns a function that ends it */
export function startBackups(
  options: BackendOptions & { readonly backup: BackupOptions },
  { connection, anonKey }: Running,
): () => Promise<void> {
  const { backupDir, withStore } = options.backup;
  if (backupDir === null) return async () => undefined;
  const install = createHash('sha256').update(anonKey).digest('hex').slice(0, 16);
  const site = { place: options, backupDir, withStore, install, connection };
  const ending = new AbortController();
  const running = pollUntil(ending.signal, site);
  return async () => {
    ending.abort();
    await Promise.race([running, delay(STOP_MS, undefined, { ref: false })]);
  };
}

async function pollUntil(end: AbortSignal, site: BackedUpSite): Promise<void> {
  let lastReason = '';
  while (!end.aborted) {
    try {
      const done = await backUpIfDue(site);
      if (done) console.error(sentenceOf(done));
      lastReason = '';
    } catch (error) {
      const reason = reasonOf(error);
      // Otherwise every attempt would log the same reason.
      if (!end.aborted && reason !== lastReason) {
        console.error(`The daily backup was not made and will be tried again (${reason}).`);
      }
      lastReason = reason;
    }
    await delay(POLL_MS, undefined, { signal: end, ref: false }).catch(() => undefined);
  }
}

const sentenceOf = ({ folder, rows, mails, store, removed }: DoneBackup) =>
  `Daily backup: ${folder} (rows: ${rows}, mails: ${mails}, files of the store: ${store}; older backups removed: ${removed}).`;
