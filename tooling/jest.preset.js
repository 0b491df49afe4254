import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Tests of minutes, which `pnpm test:long` runs. */
const tooLong = process.env.TEST_TIER === 'long' ? [] : ['\\.long\\.test\\.ts$'];

/**
 * One Jest project for one package.
 * @param {string} name folder of the package
 * @param {'jsdom' | 'node'} environment what its tests run in
 */
export function preset(name, environment) {
  const inBrowser = environment === 'jsdom';
  return {
    displayName: name,
    rootDir: join(root, name),
    testEnvironment: inBrowser ? 'jest-environment-jsdom' : 'node',
    testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', ...tooLong],
    setupFiles: inBrowser ? [join(root, 'tooling/jest.polyfills.cjs')] : [],
    setupFilesAfterEnv: inBrowser ? [join(root, 'tooling/jest.setup.ts')] : [],
    moduleNameMapper: {
      '\\.(svg|png|woff2)$': join(root, 'tooling/jest.asset.cjs'),
      '\\.css$': join(root, 'tooling/jest.asset.cjs'),
    },
    // jose is published as ES modules only, which Jest cannot load as they are.
    transformIgnorePatterns: ['/node_modules/(?!\\.pnpm/jose@|jose/)'],
    transform: {
      '^.+\\.(t|j|mj)sx?$': [
        '@swc/jest',
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
