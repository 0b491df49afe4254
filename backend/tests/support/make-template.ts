import { migrate } from '../../src/database/migrate';
import { inProcess, openPglite } from '../../src/engine/pglite';

// Runs as a process of its own, as the engine does.
process.umask(0o077);
const [dataDir = ''] = process.argv.slice(2);

async function make() {
  const pglite = await openPglite(dataDir);
  await migrate(inProcess(pglite));
  await pglite.close();
}
void make();
