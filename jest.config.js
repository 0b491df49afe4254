import { readdirSync } from 'node:fs';
import { preset } from './tooling/jest.preset.js';

/** Packages whose tests need a DOM; all the others run in plain Node. */
const browserPackages = ['shell', 'shared-ui', ...readdirSync('.').filter((name) => name.startsWith('remote-'))];
const nodePackages = ['backend', 'contract', 'contract-tests', 'inbox', 'release', 'supabase', 'tooling'];

export default {
  // For busy machines. Jest ignores this key in a project.
  testTimeout: 30_000,
  projects: [
    ...browserPackages.map((name) => preset(name, 'jsdom')),
    ...nodePackages.map((name) => preset(name, 'node')),
  ],
};
