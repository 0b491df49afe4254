import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { preset } from './tooling/jest/preset.js';

/** Packages whose tests need a DOM; all the others run in plain Node. */
const browserPackages = [
  'shell',
  'shared-ui',
  'shared-ui/forms',
  ...readdirSync('.').filter((name) => name.startsWith('remote-')),
];
const nodePackages = [
  'contract',
  ...readdirSync('release')
    .filter((name) => !name.includes('.') && name !== 'server')
    .map((name) => `release/${name}`),
  'supabase',
  'backend/terminal',
  'tooling',
];
/** Packages whose tests start backends on copies of one template database. */
const backendPackages = ['backend', 'backend/caller-tests', 'release/server'];
const withTemplates = {
  globalSetup: join(import.meta.dirname, 'backend/tests/global-setup.ts'),
  globalTeardown: join(import.meta.dirname, 'backend/tests/global-teardown.ts'),
};

const all = [...browserPackages, ...nodePackages, ...backendPackages];

/** A package below another one has a project of its own. */
function project(name, environment) {
  const { testPathIgnorePatterns, ...settings } = preset(name, environment);
  const below = all.filter((other) => other.startsWith(`${name}/`)).map((other) => other.slice(name.length));
  return {
    ...settings,
    runtime: join(import.meta.dirname, 'tooling/jest/runtime.cjs'),
    testPathIgnorePatterns: [...testPathIgnorePatterns, ...below.map((path) => `<rootDir>${path}/`)],
  };
}

export default {
  // Only a test that hangs waits so long. Jest ignores this key in a project.
  testTimeout: 300_000,
  testSequencer: join(import.meta.dirname, 'tooling/jest/longest-first.cjs'),
  // Prints the failures again at the end.
  reporters: ['default', ['summary', { summaryThreshold: 0 }]],
  projects: [
    ...browserPackages.map((name) => project(name, 'jsdom')),
    ...nodePackages.map((name) => project(name, 'node')),
    ...backendPackages.map((name) => ({ ...project(name, 'node'), ...withTemplates })),
  ],
};
