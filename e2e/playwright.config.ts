import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './support/chromium';
import { SITE_ADDRESS, START_TIMEOUT_MS, siteCommand, temporaryDataDir } from './support/site';

// Read again in every worker, which finds the folder and the address that the first reading led to.
const { E2E_DATA_DIR, E2E_SITE_ADDRESS } = process.env;
const dataDir = E2E_DATA_DIR ?? temporaryDataDir();
process.env.E2E_DATA_DIR = dataDir;

const startSite = {
  ...siteCommand(dataDir),
  wait: { stdout: SITE_ADDRESS },
  timeout: START_TIMEOUT_MS,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
} as const;

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  ...(E2E_SITE_ADDRESS ? {} : { webServer: startSite }),
  use: {
    baseURL: E2E_SITE_ADDRESS ?? '',
    browserName: 'chromium',
    launchOptions: chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // The pages themselves, step by step; pictures of every frame cost a third of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
