import { defineConfig } from '@playwright/test';
import { dataDirOfSite, START, siteServer } from '../support/site';
import { ENGINES, type EngineName, isInstalled } from './engines';

// Evaluated again in every worker, which reuses the folder and the address of the first evaluation.
const { E2E_DATA_DIR, E2E_SITE_ADDRESS } = process.env;
const dataDir = E2E_DATA_DIR ?? dataDirOfSite();
process.env.E2E_DATA_DIR = dataDir;

const names = Object.keys(ENGINES) as EngineName[];
const isNeeded = names.some(isInstalled);

export default defineConfig<object, { readonly engine: EngineName }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  ...(isNeeded && { globalSetup: '../global-setup' }),
  ...(isNeeded && !E2E_SITE_ADDRESS && { webServer: { ...siteServer(dataDir), command: `node ${START.join(' ')}` } }),
  // All tests share the active release.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  outputDir: '../test-results/browsers',
  reporter: [['list'], ['json', { outputFile: '../test-results/browsers.json' }]],
  use: { baseURL: E2E_SITE_ADDRESS ?? '' },
  projects: names.map((engine) => ({ name: engine, use: { engine } })),
});
