import { openLocal } from '../../src/commands/with-database';

// Run as a program: creates an empty database in a data folder.
process.umask(0o077);
const [dataDir = ''] = process.argv.slice(2);
void openLocal(dataDir).then((database) => database.close());
