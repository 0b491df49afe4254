import { openLocal } from '../../src/commands/with-database';
import { migrate } from '../../src/database/migrate';

// Run as a program: creates a migrated database in a data folder.
process.umask(0o077);
const [dataDir = ''] = process.argv.slice(2);

async function make() {
  const database = await openLocal(dataDir);
  await migrate(database);
  await database.close();
}
void make();
