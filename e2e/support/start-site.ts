import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SITE_ADDRESS, START_TIMEOUT_MS, siteCommand, temporaryDataDir } from './site';

interface RunningSite {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** Starts the site with the README's command; rejects when it does not serve in time. @param dataDir new by default */
export async function startSite(dataDir = temporaryDataDir(), limit?: string): Promise<RunningSite> {
  const { command, cwd, env } = siteCommand(dataDir, limit);
  // A separate process group, so that the package manager and the site end together.
  const child = spawn(command, {
    cwd,
    env: { ...process.env, ...env },
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const tooLate = AbortSignal.timeout(START_TIMEOUT_MS);
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    const address = SITE_ADDRESS.exec(printed)?.groups?.e2e_site_address;
    if (address) return { address, stop };
    if (tooLate.aborted) break;
  }
  await stop();
  throw new Error(`The site did not start: ${printed}`);
}
