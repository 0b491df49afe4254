import { migrate } from '../../src/database/migrate';
import { inProcess, openPglite } from '../../src/engine/pglite';

// Run as a program, as the engine is.
process.umask(0o077);
const [dataDir = ''] = process.argv.slice(2);

async function make() {
  const pglite = await openPglite(dataDir);
  await migrate(inProcess(pglite));
  await pglite.close();
}
void make();
