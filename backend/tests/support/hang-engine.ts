import { setTimeout as delay } from 'node:timers/promises';
import { readEngineFile } from '../../src/data-folder/engine-file';
import { connect } from '../../src/database/postgres';

const SILENCE_MS = 500;

/**
 * Makes the embedded engine spin for ever. A request with an array nested 6000 deep also did so, but only until V8 had
 * optimised the module, whose frames then need less stack.
 */
export async function hangEngine(dataDir: string): Promise<void> {
  const engine = readEngineFile(dataDir);
  if (!engine) throw new Error('No backend runs.');
  const [owner, witness] = [await connect(engine.connection), await connect(engine.connection)];
  // Rejects when the engine's process ends.
  void owner.script('do $$ begin loop end loop; end $$').catch(() => undefined);
  const isAnswered = () =>
    Promise.race([witness.query('select 1').then(() => true), delay(SILENCE_MS, false)]).catch(() => false);
  while (await isAnswered());
}
