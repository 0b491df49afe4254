import { join } from 'node:path';
import { jestPart, type Part, runParts } from './run-parts';

const E2E_RESULTS = join(import.meta.dirname, '../e2e/test-results/results.json');

const CHECK: Part = { name: 'check', title: 'types, lint, boundaries', command: ['check'] };

// Both wait for processes of their own most of the time: beside one another they use two cores.
const TESTS: readonly Part[] = [
  jestPart('unit and integration tests', 'unit', ['--maxWorkers=2', '--ignoreProjects', 'tooling']),
  {
    name: 'e2e',
    title: 'end to end, in a browser',
    command: ['e2e'],
    results: {
      file: E2E_RESULTS,
      read: (json: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
        passed: json.stats.expected,
        failed: json.stats.unexpected + json.stats.flaky,
        skipped: json.stats.skipped,
      }),
    },
  },
];

await runParts([[CHECK], TESTS]);
