import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '../../..');
const TSX = pathToFileURL(createRequire(__filename).resolve('tsx')).href;

/** The whole site as its owner starts it. */
export interface RunningSite {
  readonly url: string;
  readonly anonKey: string;
  readonly process: ChildProcess;
  readonly exit: Promise<unknown>;
}

/** Starts the site, which builds missing packages. Resolves when it serves, rejects when it ends before. */
export async function runSite(dataDir: string, env: Record<string, string>): Promise<RunningSite> {
  const site = spawn(process.execPath, ['--import', TSX, join(ROOT, 'release/src/bin/start.ts')], {
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
    const keys: { anonKey: string } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'));
    site.stdout.resume();
    return { url: line, anonKey: keys.anonKey, process: site, exit };
  }
  throw new Error(`The site ended before it served: ${stderr}`);
}
