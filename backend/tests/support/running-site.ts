import { readEngineFile } from '../../src/data-folder/engine-file';
import type { Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import { type Exit, type MainProcess, runMain } from './run-main';
import { copyTemplate } from './template';

/** A running backend with its data in a given place, and a connection to its database as the owner. */
export interface RunningSite {
  readonly url: string;
  readonly anonKey: string;
  /** What the start says about mails. */
  readonly mails: string;
  readonly owner: Database;
  readonly main: MainProcess;
  /** Ends the process in order, and leaves its data. */
  stop(): Promise<Exit & { readonly ms: number }>;
}

export async function startSite(env: {
  readonly DATA_DIR: string;
  readonly [name: string]: string;
}): Promise<RunningSite> {
  if (!env.DATABASE_URL) await copyTemplate(env.DATA_DIR);
  const main = runMain({ TRUST_PROXY: '1', ...env });
  const ready = await main.ready;
  const owner = await openAsOwner(env.DATA_DIR);
  const stop = async () => {
    await owner.close();
    const since = Date.now();
    main.child.kill('SIGTERM');
    return { ...(await main.exit), ms: Date.now() - since };
  };
  return { ...ready, owner, main, stop };
}

/** A connection as the owner to the database of a running site; the caller closes it. */
export function openAsOwner(dataDir: string): Promise<Database> {
  const engine = readEngineFile(dataDir);
  if (!engine) throw new Error('The site says nothing of its database.');
  return connect(engine.connection);
}
