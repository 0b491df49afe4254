import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Rendering in a sandbox takes most of the tests' time, so its result is shared by all mutants.
const rendered = mkdtempSync(join(tmpdir(), 'site-rendered-'));
process.env.RENDERED_TEMPLATES = rendered;
process.once('exit', () => rmSync(rendered, { recursive: true, force: true }));

const isTerminal = Boolean(process.stdout.isTTY);

/** Mutates the modules that decide what is accepted, shown and activated. */
export default {
  mutate: [
    'backend/src/gateway/checks/*.ts',
    'backend/src/{gateway/client-address,database/calls}.ts',
    'contract/src/email.ts',
    'release/core/src/changes/{decide,holds,roll-back,part-state}.ts',
    'release/core/src/compose/{compatibility,redirects}.ts',
    'release/core/src/store/prune.ts',
    'remote-{booking,contact}/src/api/!(*.test).ts',
    'remote-booking/src/form/booking-checks.ts',
    'remote-contact/src/form/use-contact-form.ts',
    'shell/src/consent/consent-store.ts',
    'shell/src/federation/{fallback-chain,page-state,remote-page,load-remote}.ts',
  ],
  testRunner: 'jest',
  // pnpm links plugins where Stryker does not look for them.
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { configFile: 'tooling/mutants/jest.config.js' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Jest's memory grows with each run in a process.
  maxTestRunnerReuse: 100,
  // Busy machines need it.
  timeoutMS: 30_000,
  ignorePatterns: ['dist', 'test-results', '/.data'],
  tempDirName: 'test-results/mutants',
  cleanTempDir: 'always',
  // The warning advises against mutants that run at import: here, the column tables and the e-mail rule.
  warnings: { slow: false },
  reporters: ['clear-text', 'json', isTerminal ? 'progress' : 'progress-append-only'],
  jsonReporter: { fileName: 'test-results/mutants.json' },
  clearTextReporter: { logTests: false, allowColor: isTerminal },
  allowConsoleColors: isTerminal,
  thresholds: { high: 95, low: 90, break: 90 },
};
