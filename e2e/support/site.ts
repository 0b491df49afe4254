import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const REPOSITORY = join(import.meta.dirname, '../..');

/** What a visitor's machine may send in ten minutes; the shipped limit of 5 would refuse the tests' own requests. */
const SUBMISSIONS_PER_ADDRESS = '1000';

/** The command of the README, on a free port, over a database and releases of its own. @param limit '' as shipped */
export function siteCommand(dataDir: string, limit = SUBMISSIONS_PER_ADDRESS) {
  return {
    command: 'npx pnpm start',
    cwd: REPOSITORY,
    // No test writes to an owner: mails are files there.
    env: { PORT: '0', DATA_DIR: dataDir, SUBMISSIONS_PER_ADDRESS: limit, SMTP_URL: '' },
  };
}

/** What it prints once it serves: its address, alone on a line. */
export const SITE_ADDRESS = /^(?<e2e_site_address>http:\/\/localhost:\d+)\s*$/m;

/** Long enough for five builds on a busy machine. */
export const START_TIMEOUT_MS = 180_000;

/** A new folder for a site's data, gone when this process ends. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
