import { connect } from '../../local/database/postgres';
import { readEngineFile } from '../../local/engine-file';

const DEEP = `[{"prenom":${'['.repeat(6000)}${']'.repeat(6000)}}]`;

/**
 * Makes the embedded engine spin for ever, as PostgREST did with one small request: the nested array exceeds the
 * stack of the WebAssembly module, and the statement after it is never answered.
 */
export async function hangEngine(dataDir: string): Promise<void> {
  const engine = readEngineFile(dataDir);
  if (!engine) throw new Error('No backend runs.');
  const owner = await connect(engine.connection);
  // Only the end of its process ends the connection.
  await owner.query('select * from json_to_recordset($1::json) as x(prenom text)', [DEEP]).catch(() => undefined);
  void owner.query('select 1').catch(() => undefined);
}
