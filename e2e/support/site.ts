import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFirstReleases } from '@site/release/tests/first-releases';

export const REPOSITORY = join(import.meta.dirname, '../..');

/** Requests of one address in ten minutes; the shipped limit of 5 would refuse the tests' own requests. */
const SUBMISSIONS_PER_ADDRESS = '1000';

/** A site on a free port, with its own database and releases. @param limit '' for the shipped one */
export const siteOptions = (dataDir: string, limit = SUBMISSIONS_PER_ADDRESS) => ({
  cwd: REPOSITORY,
  // Mails are written to files.
  env: { PORT: '0', DATA_DIR: dataDir, SUBMISSIONS_PER_ADDRESS: limit, SMTP_URL: '' },
});

/** Matches the line with the address, which is printed once the site serves. */
export const SITE_ADDRESS = /^(?<e2e_site_address>http:\/\/localhost:\d+)\s*$/m;

/** Long enough for five builds on a busy machine. */
export const START_TIMEOUT_MS = 180_000;

/** What Playwright starts, and ends, as the tests' site. */
export const siteServer = (dataDir: string) =>
  ({
    command: 'npx pnpm start',
    ...siteOptions(dataDir),
    wait: { stdout: SITE_ADDRESS },
    timeout: START_TIMEOUT_MS,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  }) as const;

/** Creates a folder for a site's data, removed when this process ends. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The data folder of the tests' site. In a run of all tests it has the releases already; elsewhere the start builds them. */
export function dataDirOfSite(): string {
  const folder = temporaryDataDir();
  copyFirstReleases(folder);
  return folder;
}

/** A folder for the data of a further site, which serves the releases of the tests' site without building them again. */
export function dataDirWithReleases(): string {
  const folder = temporaryDataDir();
  const { E2E_DATA_DIR } = process.env;
  if (E2E_DATA_DIR) cpSync(join(E2E_DATA_DIR, 'store'), join(folder, 'store'), { recursive: true });
  return folder;
}
