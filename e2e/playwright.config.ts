import { defineConfig } from '@playwright/test';
import { chromiumOptions, lightChromiumOptions, SHORT_LIVED } from '@site/release-cli/check/chromium';
import { dataDirOfSite, siteServer } from './support/site';
import { isLongTier, LONG } from './support/tier';

// Evaluated again in every worker, which reuses the folder and the address of the first evaluation.
const { E2E_DATA_DIR, E2E_SITE_ADDRESS } = process.env;
const dataDir = E2E_DATA_DIR ?? dataDirOfSite();
process.env.E2E_DATA_DIR = dataDir;

// What only the full browser does, such as its back/forward cache, is a matter of the long tier.
const { args, ...browser } = isLongTier ? chromiumOptions() : lightChromiumOptions();

export default defineConfig({
  testDir: '.',
  testIgnore: 'browsers/**',
  globalSetup: './global-setup',
  ...(isLongTier ? {} : { grepInvert: new RegExp(LONG.tag) }),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Busy machines need it: only failing tests become slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  ...(E2E_SITE_ADDRESS ? {} : { webServer: siteServer(dataDir) }),
  use: {
    baseURL: E2E_SITE_ADDRESS ?? '',
    browserName: 'chromium',
    launchOptions: { ...browser, args: [...args, ...SHORT_LIVED] },
    // Tests of each run share a tab, which is emptied between them; those of the long tier have their own.
    reuseContext: !isLongTier,
    viewport: { width: 1440, height: 900 },
    // Drawing animations takes a tenth of the processor time; tests that look at them use MOVING.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Tracing every test would cost a tenth of the time; `--trace retain-on-failure` turns it on.
    screenshot: 'only-on-failure',
  },
});
