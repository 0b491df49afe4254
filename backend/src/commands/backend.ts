import type { BackendDescription } from '@site/contract/backend-calls';
import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { pushKeyOf } from '@site/supabase/functions/_shared/tick/push';
import { freePort, reasonOf } from '@site/terminal/program';
import { addCodesToMails, startAuth } from '../auth/start-auth';
import { startBackups } from '../backup/automatic';
import { type BackupOptions, prepareBackupDir, readBackupOptions } from '../backup/automatic-backups';
import { prepareDataFolder, writeEngineFile } from '../data-folder/data-folder';
import type { Keys } from '../data-folder/keys';
import { takeLock } from '../data-folder/lock';
import { migrate, requireKnownMigrations } from '../database/migrate';
import { openPool } from '../database/pool';
import { connect, connectSupported, type Database } from '../database/postgres';
import { describeBackend } from '../database/requirements';
import { loadKeys } from '../database/shared-keys';
import { startGateway } from '../gateway/gateway';
import { createTtlCache } from '../gateway/sharing';
import { hasRoom, startServer } from '../local-postgres/server';
import { keepRunning } from '../process/keep-running';
import { type BackendOptions, type Connection, readOptions } from '../process/options';
import type { EvidenceAnswer, EvidenceQuestion, SiteUpdate } from '../process/site-messages';
import { chooseDelivery, type MailOptions, readMailOptions } from '../worker/delivery';
import { mailFolderOf } from '../worker/mail-files';
import { readMailRecords } from '../worker/mail-records';
import { startWorker } from '../worker/worker';

/** Push services of browsers require a contact address, and this site has no public one. */
const LOCAL_CONTACT = 'mailto:postmaster@localhost';
/** How often the room on the disk is checked. Visitors need much longer to fill the rest of it. */
const ROOM_MS = 1000;

export interface Backend {
  /** Base address, without /rest/v1. */
  readonly url: string;
  readonly anonKey: string;
  /** One sentence on where mails to the owner go. */
  readonly mails: string;
  readonly owners: number;
  readonly accepts: BackendDescription;
  onUpdate(update: SiteUpdate): void;
  answer(question: EvidenceQuestion): Promise<EvidenceAnswer>;
  /** Answers requests in progress, then stops every part, the database last. */
  stop(): Promise<void>;
}

interface AllOptions extends BackendOptions {
  readonly mail: MailOptions;
  readonly backup: BackupOptions;
}

/** Reads the environment of a backend. @throws UserError naming the variable that cannot be used */
export function readAllOptions(env: NodeJS.ProcessEnv): AllOptions {
  const read = readOptions(env);
  return { ...read, backup: readBackupOptions(env, read.dataDir), mail: readMailOptions(env) };
}

/**
 * Starts the database, the gateway and the mail worker. If one does not start, the others are stopped.
 * @throws UserError
 */
export async function startBackend(options: AllOptions): Promise<Backend> {
  const { dataDir, databaseUrl } = options;
  const endings: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (let end = endings.pop(); end; end = endings.pop()) await end();
  };
  try {
    prepareDataFolder(dataDir);
    prepareBackupDir(options.backup.backupDir);
    endings.push(await takeLock(dataDir, 'site'));
    const { connection, stop: stopDatabase } = await openDatabase(options);
    endings.push(stopDatabase);
    const { keys, accepts, notice } = await prepareDatabase(connection, options);
    if (notice) console.error(notice);

    // The disk of an external PostgreSQL is not checked here.
    const room = createTtlCache<boolean>(ROOM_MS);
    const mayWrite = async () => databaseUrl !== undefined || room.get(() => hasRoom(dataDir));
    const pool = openPool(connection);
    endings.push(pool.close);
    const settings = followSettings(options);
    const siteFacts = () => settings.current().mail.facts;
    const { auth, feed, owners, onCodeMail } = await startAuth(pool, { ...options, ...keys, siteFacts });
    const mailRecords = () => readMailRecords(settings.current().mail.settings?.from);
    const gateway = await startGateway({ ...options, ...keys, auth, feed, mailRecords, pool, mayWrite });
    endings.push(gateway.stop);

    endings.push(writeEngineFile(dataDir, { pid: process.pid, url: gateway.url, connection }));

    const { worker, sentence } = startMails(options, { connection, mayWrite, jwtSecret: keys.jwtSecret, settings });
    onCodeMail(worker.pollNow);
    endings.push(worker.stop);
    endings.push(startBackups(options, { connection, anonKey: keys.anonKey }));
    return {
      url: gateway.url,
      anonKey: keys.anonKey,
      mails: sentence,
      owners,
      accepts,
      onUpdate: worker.onUpdate,
      answer: worker.answer,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The caller must hold the lock of the data folder. */
async function openDatabase({ dataDir, databaseUrl }: AllOptions) {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => undefined };
  const port = await freePort();
  const start = () => startServer(dataDir, port);
  const server = await start();
  return { connection: server.connection, stop: keepRunning('PostgreSQL', server, start).stop };
}

interface MailSource {
  readonly connection: Connection;
  readonly mayWrite: () => Promise<boolean>;
  readonly jwtSecret: string;
  readonly settings: FollowedSettings;
}

function startMails(options: AllOptions, { jwtSecret, settings, ...source }: MailSource) {
  const { dataDir, mail, backup, siteOrigin } = options;
  const folder = mailFolderOf(dataDir);
  const { deliver: first, sentence } = chooseDelivery(mail, folder);
  const latest = () => chooseDelivery(settings.current().mail, folder).deliver ?? first;
  const deliver: Deliver | null = first && (async (...given) => latest()?.(...given));
  const server = {
    dataDir,
    backupDir: backup.backupDir,
    get siteGaps() {
      return settings.current().siteGaps;
    },
  };
  const worker = startWorker({
    ...source,
    deliver: deliver && addCodesToMails(deliver, jwtSecret),
    deliveryMs: mail.deliveryMs,
    mail: () => settings.current().mail,
    pushKey: pushKeyOf(jwtSecret, siteOrigin?.startsWith('https:') ? siteOrigin : LOCAL_CONTACT),
    folder,
    server,
  });
  const onUpdate = (update: SiteUpdate) => {
    if (update.mailSettings) settings.use(update.mailSettings);
    worker.onUpdate(update);
  };
  return { worker: { ...worker, onUpdate }, sentence };
}

/** The site's facts decide these. Its process sends them again when the owner edits them. */
interface SiteSettings {
  readonly mail: MailOptions;
  readonly siteGaps: readonly string[];
}

type FollowedSettings = ReturnType<typeof followSettings>;

/** @param first at the start, from the environment */
function followSettings(first: SiteSettings) {
  let current = first;
  return {
    current: () => current,
    /**
     * Invalid settings are reported, and the earlier ones stay.
     * @param given in place of variables of the environment
     */
    use: (given: Readonly<Record<string, string>>) => {
      const env = { ...process.env, ...given };
      try {
        current = { mail: readMailOptions(env), siteGaps: readOptions(env).siteGaps };
      } catch (error) {
        console.error(`Mails keep the facts that they had: ${reasonOf(error)}`);
      }
    },
  };
}

interface Preparation {
  readonly keys: Keys;
  readonly accepts: BackendDescription;
  /** A warning for the user if another site used the database last. */
  readonly notice: string | null;
}

/** Migrates the database and finds the keys. @throws UserError */
export async function prepareDatabase(connection: Connection, options: BackendOptions): Promise<Preparation> {
  const { databaseUrl, siteOrigin } = options;
  const database = databaseUrl ? await connectSupported(databaseUrl) : await connect(connection);
  try {
    await migrate(database);
    // Servers that share a database are updated one after the other.
    if (!databaseUrl) await requireKnownMigrations(database);
    return {
      keys: await loadKeys(options, database),
      accepts: await describeBackend(database),
      notice: siteOrigin ? await recordSite(database, siteOrigin) : null,
    };
  } finally {
    await database.close();
  }
}

/** Records which site uses the database. @returns a sentence if it was another one before */
async function recordSite(database: Database, origin: string): Promise<string | null> {
  const [row] = await database.query<{ before: string | null }>(
    `with previous as (select site_origin from private.settings)
     update private.settings set site_origin = $1 from previous where previous.site_origin is distinct from $1
       returning previous.site_origin as before`,
    [origin],
  );
  if (!row?.before) return null;
  return `This database was last used by the site ${row.before}, and this is ${origin}: two sites in one database would mix their requests and mails, so give each a DATABASE_URL of its own. If the site has moved, this line comes once.`;
}
