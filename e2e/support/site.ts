import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFirstReleases, startSite as startProgram } from '@site/release-dev/tests/running-site';

export const REPOSITORY = join(import.meta.dirname, '../..');

/**
 * A site on a free port, with its own database and releases. Mails are written to files. The tests' requests from one
 * address exceed the shipped limit of ten minutes.
 */
const environmentOf = (dataDir: string) => ({
  PORT: '0',
  DATA_DIR: dataDir,
  SUBMISSIONS_PER_ADDRESS: '1000',
  SMTP_URL: '',
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
    cwd: REPOSITORY,
    env: { ...environmentOf(dataDir), COMPILED_PROGRAMS: '' },
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

/** Starts another site. */
export const startSite = (dataDir = copyReleases()) => startProgram(environmentOf(dataDir));
