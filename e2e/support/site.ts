import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFirstReleases } from '@site/release-dev/tests/running-site';

export const REPOSITORY = join(import.meta.dirname, '../..');

/** A site on a free port, with its own database and releases. */
const siteOptions = (dataDir: string) => ({
  cwd: REPOSITORY,
  // Mails are written to files. The tests' requests from one address exceed the shipped limit of ten minutes.
  env: { PORT: '0', DATA_DIR: dataDir, SUBMISSIONS_PER_ADDRESS: '1000', SMTP_URL: '' },
});

/** The root's `start` script without the package manager, which takes seconds to start. */
export const START = ['tooling/run.cjs', 'release/dev/src/bin/start.ts'];

/** Matches the line with the address, which is printed once the site serves. */
const SITE_ADDRESS = /^(?<e2e_site_address>http:\/\/localhost:\d+)\s*$/m;

/** Long enough for five builds on a busy machine. */
const START_TIMEOUT_MS = 600_000;

/** Playwright's `webServer`: the site of the tests, which runs from its sources as for a newcomer. */
export const siteServer = (dataDir: string) =>
  ({
    command: 'npx pnpm start',
    ...siteOptions(dataDir),
    env: { ...siteOptions(dataDir).env, COMPILED_PROGRAMS: '' },
    wait: { stdout: SITE_ADDRESS },
    timeout: START_TIMEOUT_MS,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  }) as const;

/** The folder is removed when this process ends. */
function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** In a run of all tests, the folder already has the releases; otherwise the site builds them when it starts. */
export function dataDirOfSite(): string {
  const folder = temporaryDataDir();
  copyFirstReleases(folder);
  return folder;
}

/** Copies the releases of the tests' site. @returns a folder for another site's data */
export function copyReleases(): string {
  const folder = temporaryDataDir();
  const { E2E_DATA_DIR } = process.env;
  if (E2E_DATA_DIR) cpSync(join(E2E_DATA_DIR, 'store'), join(folder, 'store'), { recursive: true });
  return folder;
}

interface RunningSite {
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts another site. Rejects when it does not serve in time. */
export async function startSite(dataDir = copyReleases()): Promise<RunningSite> {
  const { cwd, env } = siteOptions(dataDir);
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
