import { readEngineFile } from '../../src/data-folder/engine-file';
import type { Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import type { Place } from './places';
import { runMain } from './run-main';
import { copyTemplate } from './template';

/** A running backend with its data in a given place, and a connection to its database as the owner. */
export interface RunningSite {
  readonly url: string;
  readonly anonKey: string;
  readonly owner: Database;
  stop(): Promise<void>;
}

export async function startSite(place: Place): Promise<RunningSite> {
  if (!place.DATABASE_URL) await copyTemplate(place.DATA_DIR);
  const main = runMain({ ...place, TRUST_PROXY: '1', SUBMISSIONS_PER_ADDRESS: '1000' });
  const ready = await main.ready;
  const engine = readEngineFile(place.DATA_DIR);
  if (!engine) throw new Error('The site says nothing of its database.');
  const owner = await connect(engine.connection);
  const stop = async () => {
    await owner.close();
    main.child.kill('SIGTERM');
    await main.exit;
  };
  return { ...ready, owner, stop };
}
