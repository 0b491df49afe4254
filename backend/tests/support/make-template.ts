import { migrate } from '../../src/database/migrate';
import { inProcess, openPglite } from '../../src/engine/pglite';

// A process of its own: the engine's WebAssembly does not run in Jest's sandbox.
process.umask(0o077);
const [dataDir = ''] = process.argv.slice(2);
const pglite = await openPglite(dataDir);
await migrate(inProcess(pglite));
await pglite.close();
