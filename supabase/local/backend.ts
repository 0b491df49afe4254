import { join } from 'node:path';
import { prepareDataFolder } from './data-folder';
import { hasRoom } from './database/has-room';
import { takeLock } from './database/lock';
import { startPglite } from './database/pglite-server';
import { usePostgres } from './database/postgres';
import { writeEngineFile } from './engine-file';
import { startGateway } from './gateway/gateway';
import { readKeys } from './keys';
import { chooseDelivery } from './mail/delivery';
import type { MailOptions } from './mail/options';
import { startMailWorker } from './mail/worker';
import type { BackendOptions } from './options';
import { startPostgrest } from './rest/postgrest';
import { findPostgrest } from './rest/postgrest-binary';

export type Backend = {
  /** Base address, without /rest/v1. */
  url: string;
  anonKey: string;
  /** Where mails to the owner go, in one sentence. */
  mails: string;
  /** Answers what is under way, then ends every part, the database last. */
  stop(): Promise<void>;
};

/**
 * Starts the database, PostgREST, the gateway and the worker that tells the owner; if one does not start, the others end too.
 * @param onFailure called when a part fails after the start; the backend is of no use then
 * @throws SetupError for whatever the person who starts it can mend
 */
export async function startBackend(
  options: BackendOptions & { mail: MailOptions },
  onFailure: (error: unknown) => void,
): Promise<Backend> {
  const { dataDir, databaseUrl, mail } = options;
  const endings: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (let end = endings.pop(); end; end = endings.pop()) await end();
  };
  try {
    findPostgrest();
    prepareDataFolder(dataDir);
    endings.push(await takeLock(dataDir, 'site'));
    const keys = readKeys(dataDir);

    const database = databaseUrl ? await usePostgres(databaseUrl) : await startPglite(dataDir, onFailure);
    endings.push(database.stop);

    const rest = await startPostgrest({
      databaseUri: database.postgrestUri,
      poolSize: database.poolSize,
      jwtSecret: keys.jwtSecret,
      perAddress: options.perAddress,
      onExit: onFailure,
    });
    endings.push(rest.stop);

    // A database elsewhere minds its own disk.
    const mayWrite = async () => databaseUrl !== undefined || hasRoom(dataDir);
    const gateway = await startGateway({ ...options, restPort: rest.port, anonKey: keys.anonKey, mayWrite });
    endings.push(gateway.stop);

    endings.push(writeEngineFile(dataDir, { pid: process.pid, url: gateway.url, connection: database.connection }));

    const folder = join(dataDir, 'mails');
    const { deliver, sentence } = chooseDelivery(mail, folder);
    const worker = startMailWorker({ ...database, deliver, deliveryMs: mail.deliveryMs, folder, mayWrite });
    endings.push(worker.stop);
    return { url: gateway.url, anonKey: keys.anonKey, mails: sentence, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
