import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestPart, type Part, runParts } from './run-parts';

const E2E_RESULTS = join(import.meta.dirname, '../e2e/test-results/results.json');

const BASELINE_COMPILER = pathToFileURL(join(import.meta.dirname, 'baseline-compiler.mjs')).href;

// They wait for processes of their own much of the time: beside one another they use two cores.
const PARTS: readonly Part[] = [
  { name: 'check', title: 'types, lint, boundaries', command: ['check'] },
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

process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${BASELINE_COMPILER}`;
await runParts(PARTS);
