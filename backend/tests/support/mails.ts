import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/database/database';
import { until } from './until';

/** The owner whom the backend mails, into files. */
export const owner = {
  OWNER_EMAIL: 'proprietaire@exemple.fr',
  SITE_NAME: 'Journée',
  SITE_ORIGIN: 'https://exemple.fr',
};

/** Shortens the lease, so that a mail whose sender was killed is soon sent again. */
export async function shortenLeases(database: Database): Promise<void> {
  await database.query("update private.settings set mail_lease = '5 seconds'");
}

/** Resolves with the number of mail files once every mail in the outbox is sent. */
export async function untilAllMailed(database: Database, dataDir: string): Promise<number> {
  await until(async () => {
    const [row] = await database.query<{ waiting: number }>(
      'select count(*)::integer as waiting from private.outbox where sent_at is null',
    );
    return row?.waiting === 0;
  }, 120_000);
  return readdirSync(join(dataDir, 'mails')).filter((name) => name.endsWith('.eml')).length;
}
