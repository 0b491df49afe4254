import { jestPart, playwrightPart, runParts } from './run-parts';

// Read by the tests themselves, in browsers too, and by the Jest preset that leaves `*.long.test.ts` out otherwise.
process.env.TEST_TIER = 'long';

// In one process, and one part after the other: they would take each other's cores away while times are watched.
const FAULTS = ['--selectProjects', 'backend', 'inbox', 'supabase', 'contract-tests', '-i'];

const objectStore = jestPart('the store as objects of a Ceph gateway', 'object-store', []);

await runParts(
  [
    jestPart('faults, generated inputs, every engine', 'long', FAULTS),
    jestPart('every refused publication, killed repairs, changed types', 'commands', [
      '--selectProjects',
      'release',
      '--runTestsByPath',
      'release/tests/commands.test.ts',
      'release/tests/kill.test.ts',
      'release/tests/types-between-versions.test.ts',
    ]),
    jestPart('two teams release at the same time', 'teams', [
      '--selectProjects',
      'release',
      '--runTestsByPath',
      'release/tests/two-teams.long.test.ts',
    ]),
    jestPart('a team with a repository of its own', 'own-repository', [
      '--selectProjects',
      'release',
      '--runTestsByPath',
      'release/tests/team-of-its-own.long.test.ts',
    ]),
    jestPart('the image of a server, without Docker', 'image', [
      '--selectProjects',
      'release',
      '--runTestsByPath',
      'release/tests/image.long.test.ts',
    ]),
    // It starts the gateway, then Jest with these arguments.
    { ...objectStore, command: ['exec', 'tsx', 'release/tests/on-ceph.ts', ...objectStore.command.slice(2)] },
    playwrightPart(
      'faults of every remote, in a browser',
      ['e2e', 'remote-away', 'ship-and-roll-back', 'every-state'],
      'results.json',
    ),
    playwrightPart('journeys in Firefox and both WebKits', ['e2e:browsers'], 'browsers.json'),
  ],
  'one by one',
);
