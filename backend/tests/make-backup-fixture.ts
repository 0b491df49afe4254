// Writes a small backup of this version's format: `npx pnpm --filter @site/backend fixture`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMAT_VERSION, layout } from '../src/backup/layout';
import { writeDatabase } from '../src/backup/write-backup';
import { openLocal } from '../src/commands/with-database';
import { migrate } from '../src/database/migrate';
import { seedRows } from './support/temporary-sites';

const MORE_ROWS = `
  insert into private.owners (email, name) values ('ada@exemple.fr', 'Ada Martin');
  insert into private.closed_periods values ('2026-12-24', '2027-01-02', 'Congés');
  insert into private.own_calendar_days values ('2026-12-08');
  insert into private.erased_requests (ref) values ('bbbbbbbb-0000-4000-8000-000000000001');
  insert into private.request_events (ref, who, action, detail)
    select id, 'ada@exemple.fr', 'cancelled', '{"days":["2023-02-28"]}' from public.reservations;
  insert into private.manage_links select sha256('secret'), id, null, null from public.reservations;`;

const file = join(import.meta.dirname, `fixtures/backup-${FORMAT_VERSION}`, layout.database);
const folder = mkdtempSync(join(tmpdir(), 'site-fixture-'));
const database = await openLocal(folder);
try {
  await migrate(database);
  await seedRows(database);
  await database.script(MORE_ROWS);
  rmSync(file, { force: true });
  console.log(`${file}: ${await writeDatabase(database, file)} rows`);
} finally {
  await database.close();
  rmSync(folder, { recursive: true });
}
