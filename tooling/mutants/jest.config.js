import { join } from 'node:path';
import './environment.cjs';
import { preset } from '../jest/preset.js';

const root = join(import.meta.dirname, '../..');

const project = (name, environment, tests) => ({
  ...preset(name, environment),
  runtime: join(root, 'tooling/jest/runtime.cjs'),
  testEnvironmentOptions: { isBrowser: environment === 'jsdom' },
  // Stryker sets one `rootDir` for all projects.
  roots: [join(root, name)],
  testMatch: [join(root, name, tests)],
});

/**
 * Tests that start no process. For a mutated file, Jest runs the tests of the same package that import it: links to
 * other packages lead out of Stryker's copy of the workspace, to sources without mutants.
 */
export default {
  rootDir: root,
  testEnvironment: join(import.meta.dirname, 'environment.cjs'),
  projects: [
    project('shell', 'jsdom', 'src/{federation,consent}/*.test.ts'),
    project('remote-booking', 'jsdom', 'src/{api,form}/*.test.ts'),
    project('remote-contact', 'jsdom', 'src/{api,form}/*.test.ts'),
    project('contract', 'node', 'src/email.test.ts'),
    project('release/core', 'node', 'src/{changes/decide,compose/{compatibility,redirects},store/prune}.test.ts'),
    project('backend', 'node', '{src/gateway/client-address,tests/{gateway-checks,gateway-auth-checks}}.test.ts'),
  ],
};
