import { jestPart, runParts } from './run-parts';

// Read by the tests themselves, and by the Jest preset that leaves `*.long.test.ts` out otherwise.
process.env.TEST_TIER = 'long';

// In one process: two of them would take each other's cores away while times are watched.
await runParts([
  jestPart('faults, generated inputs, every engine', 'long', [
    '--selectProjects',
    'backend',
    'inbox',
    'supabase',
    'contract-tests',
    '-i',
  ]),
]);
