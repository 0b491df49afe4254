import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programArguments } from '@site/terminal/program';
import { type Keys, readKeys } from '../../src/data-folder/keys';
import { connect } from '../../src/database/postgres';
import { findKeys } from '../../src/database/shared-keys';

const ROOT = join(__dirname, '../../..');

/** The whole site, as its owner starts it. */
export interface RunningSite {
  readonly url: string;
  readonly anonKey: string;
  readonly process: ChildProcess;
  readonly exit: Promise<unknown>;
}

/** Starts the site, which builds missing packages. Resolves when it serves; rejects when it ends before. */
export async function runSite(dataDir: string, env: Record<string, string>): Promise<RunningSite> {
  const site = spawn(process.execPath, programArguments(join(ROOT, 'release/dev/src/bin/start.ts')), {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATABASE_URL: '', ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(site, 'exit');
  let stderr = '';
  site.stderr.on('data', (text: Buffer) => {
    stderr += text;
  });
  for await (const line of createInterface(site.stdout)) {
    if (!/^http:\/\/localhost:\d+$/.test(line)) continue;
    site.stdout.resume();
    const { anonKey } = env.DATABASE_URL ? await keysIn(env.DATABASE_URL) : await readKeys(dataDir);
    return { url: line, anonKey, process: site, exit };
  }
  throw new Error(`The site ended before it served: ${stderr}`);
}

async function keysIn(databaseUrl: string): Promise<Pick<Keys, 'anonKey'>> {
  const database = await connect({ connectionString: databaseUrl });
  return (await findKeys(database).finally(database.close)) ?? { anonKey: '' };
}
