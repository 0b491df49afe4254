import { openPglite } from '../../src/engine/pglite';

// Run as a program: creates an empty embedded database in a data folder.
process.umask(0o077);
const [dataDir = ''] = process.argv.slice(2);
void openPglite(dataDir).then((pglite) => pglite.close());
