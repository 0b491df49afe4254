import { join } from 'node:path';
import { ensureBrowser } from './ensure-browser';
import { jestPart, type Part, runParts } from './run-parts';

const E2E_RESULTS = join(import.meta.dirname, '../e2e/test-results/results.json');

const PARTS: readonly Part[] = [
  { title: 'types, lint, boundaries', command: ['check'] },
  // Most of them wait for processes of their own: on two cores a second worker is worth it.
  jestPart('unit and integration tests', 'unit', ['--maxWorkers=2']),
  {
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

ensureBrowser();
runParts(PARTS);
