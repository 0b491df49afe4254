import { rmSync } from 'node:fs';
import { freePort } from '@site/terminal/free-port';
import type { Database } from '../../src/database/database';
import { newDataFolder } from './backend';
import { raiseLimits } from './raise-limits';
import { type MainProcess, runMain } from './run-main';
import { openAsOwner, startSite } from './running-site';

/** A backend on a fixed address and data folder that can be killed and restarted, as a supervisor would. */
export interface RestartableBackend {
  readonly url: string;
  readonly anonKey: string;
  readonly dataDir: string;
  /** The current process. */
  main(): MainProcess;
  killAndRestart(): Promise<void>;
  restart(): Promise<void>;
  /** A connection as the owner; the caller closes it. */
  owner(): Promise<Database>;
  remove(): Promise<void>;
}

/** @param dataDir a new folder by default */
export async function startRestartableBackend(
  env: Record<string, string>,
  dataDir: string = newDataFolder(),
): Promise<RestartableBackend> {
  const port = await freePort();
  const all = { DATABASE_URL: '', TRUST_PROXY: '1', ...env, DATA_DIR: dataDir, BACKEND_PORT: String(port) };
  const { owner: first, ...site } = await startSite(all);
  await raiseLimits(first);
  await first.close();
  let { main } = site;
  const restart = async () => {
    await main.exit;
    main = runMain(all);
    await main.ready;
  };
  return {
    url: site.url,
    anonKey: site.anonKey,
    dataDir,
    main: () => main,
    restart,
    killAndRestart: () => {
      main.child.kill('SIGKILL');
      return restart();
    },
    owner: () => openAsOwner(dataDir),
    remove: async () => {
      main.child.kill('SIGTERM');
      await main.exit;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
