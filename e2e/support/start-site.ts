import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyReleases, SITE_ADDRESS, START_TIMEOUT_MS, siteOptions } from './site';

interface RunningSite {
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

// The root's `start` script without the package manager, which takes seconds to start.
const START = ['tooling/run.cjs', 'release/dev/src/bin/start.ts'];

/** Starts another site. Rejects when it does not serve in time. */
export async function startSite(dataDir = copyReleases(), limit?: string): Promise<RunningSite> {
  const { cwd, env } = siteOptions(dataDir, limit);
  const child = spawn(process.execPath, START, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const tooLate = AbortSignal.timeout(START_TIMEOUT_MS);
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    const address = SITE_ADDRESS.exec(printed)?.groups?.e2e_site_address;
    if (address) return { address, pid: child.pid ?? 0, stop };
    if (tooLate.aborted) break;
  }
  await stop();
  throw new Error(`The site did not start: ${printed}`);
}
