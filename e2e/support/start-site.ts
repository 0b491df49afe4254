import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { copyReleases, SITE_ADDRESS, START, START_TIMEOUT_MS, siteOptions } from './site';

interface RunningSite {
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  /** What the site does each minute happens now. Only with `passesMinutes`. */
  readonly passMinute: () => void;
}

interface Start {
  readonly limit?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly passesMinutes?: boolean;
}

const PASSING_MINUTES = ['--require', join(import.meta.dirname, 'passing-minutes.cjs')];

/** Starts another site. Rejects when it does not serve in time. */
export async function startSite(dataDir = copyReleases(), start: Start = {}): Promise<RunningSite> {
  const { cwd, env } = siteOptions(dataDir, start.limit);
  const child = spawn(process.execPath, [...(start.passesMinutes ? PASSING_MINUTES : []), ...START], {
    cwd,
    env: { ...process.env, ...env, ...start.env },
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
    if (address) return { address, pid: child.pid ?? 0, stop, passMinute: () => child.kill('SIGUSR2') };
    if (tooLate.aborted) break;
  }
  await stop();
  throw new Error(`The site did not start: ${printed}`);
}
