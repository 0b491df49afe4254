import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
const tooling = dirname(fileURLToPath(import.meta.url));
const root = dirname(tooling);
/** A source in the workspace, compiled in the installed package. */
const setup = ['jest.setup.ts', 'jest.setup.js'].map((file) => join(tooling, file)).find((file) => existsSync(file));
const asset = join(tooling, 'jest.asset.cjs');

/** Tests of minutes, which `pnpm test:long` runs. */
const tooLong = process.env.TEST_TIER === 'long' ? [] : ['\\.long\\.test\\.ts$'];

/**
 * One Jest project for one package.
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
    setupFiles: inBrowser ? [join(tooling, 'jest.polyfills.cjs')] : [],
    setupFilesAfterEnv: inBrowser ? [setup] : [],
    moduleNameMapper: {
      '\\.(svg|png|woff2)$': asset,
      '\\.css$': asset,
    },
    // jose and the packages of the site are ES modules only, which Jest must compile; pnpm has them in a folder of its own.
    transformIgnorePatterns: ['/node_modules/(?!\\.pnpm/|@site/|jose/)'],
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
