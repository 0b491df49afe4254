import { browserPart, jestPart, runParts } from './run-parts';

// Read by the tests themselves, in browsers too, and by the Jest preset that leaves `*.long.test.ts` out otherwise.
process.env.TEST_TIER = 'long';

// In one process, and one part after the other: they would take each other's cores away while times are watched.
await runParts(
  [
    jestPart('faults, generated inputs, every engine', 'long', [
      '--selectProjects',
      'backend',
      'inbox',
      'supabase',
      'contract-tests',
      '-i',
    ]),
    browserPart(['remote-away', 'ship-and-roll-back']),
  ],
  'one by one',
);
