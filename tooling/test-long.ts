import { jestPart, playwrightPart, runParts } from './run-parts';

// Tests read it, also in browsers. Without it, the Jest preset excludes `*.long.test.ts`.
process.env.TEST_TIER = 'long';

// In one process, and one part after the other: in parallel, they would compete for the cores while tests check times.
const FAULTS = ['--selectProjects', 'backend', 'inbox', 'supabase', 'contract-tests', '-i'];

const objectStore = jestPart('the store as objects of a Ceph gateway', 'object-store', []);

await runParts(
  [
    jestPart('faults, generated inputs, every engine', 'long', FAULTS),
    jestPart('every program, build and server of a release', 'release', [
      '--selectProjects',
      'release',
      '-i',
      'release/tests/(?!object-store\\.long)',
    ]),
    { ...objectStore, command: ['exec', 'tsx', 'release/tests/on-ceph.ts', ...objectStore.command.slice(2)] },
    playwrightPart('every journey, state and fault, in a browser', ['e2e'], 'results.json'),
    playwrightPart('journeys in Firefox and both WebKits', ['e2e:browsers'], 'browsers.json'),
  ],
  'one by one',
);
