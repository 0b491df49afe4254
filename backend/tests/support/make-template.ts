import { openLocal } from '../../src/commands/with-database';
import { migrate } from '../../src/database/migrate';

// Run as a program: creates a database in a data folder, migrated unless the second word is `empty`.
process.umask(0o077);
const [dataDir = '', state] = process.argv.slice(2);

async function make() {
  const database = await openLocal(dataDir);
  if (state !== 'empty') await migrate(database);
  await database.close();
}
void make();
