import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
/** TypeScript in the workspace, JavaScript in the installed package. */
const setup = ['setup.ts', 'setup.js'].map((file) => join(here, file)).find((file) => existsSync(file));
const asset = join(here, 'asset.cjs');

/** Tests that take minutes: only `pnpm test:long` runs them. */
const tooLong = process.env.TEST_TIER === 'long' ? [] : ['\\.long\\.test\\.ts$'];

/**
 * @param {string} name folder of the package
 * @param {'jsdom' | 'node'} environment what its tests run in
 * @param {string} folder of a package outside the workspace
 */
export function preset(name, environment, folder = join(root, name)) {
  const inBrowser = environment === 'jsdom';
  return {
    displayName: name,
    rootDir: folder,
    testEnvironment: inBrowser ? resolve('jest-environment-jsdom') : 'node',
    testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', ...tooLong],
    setupFiles: inBrowser ? [join(here, 'polyfills.cjs')] : [],
    setupFilesAfterEnv: inBrowser ? [setup] : [],
    moduleNameMapper: {
      '\\.(svg|png|woff2)$': asset,
      '\\.css$': asset,
      // From Node 22 on, Jest finds no package by its own name.
      '^#programs/backend/(.*)$': join(root, 'backend/$1.ts'),
    },
    // Jest must compile jose, TypeScript and the site's packages, which are ES modules. pnpm installs packages in
    // `.pnpm`.
    transformIgnorePatterns: ['/node_modules/(?!\\.pnpm/|@site/|jose/|typescript/)'],
    transform: {
      '^.+\\.(t|j|mj)sx?$': [
        resolve('@swc/jest'),
        {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2023',
          },
          module: { type: 'commonjs' },
        },
      ],
    },
  };
}
