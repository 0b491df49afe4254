import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './ensure-browser';

const root = join(import.meta.dirname, '..');
const UNIT_RESULTS = join(root, 'test-results/unit.json');
const E2E_RESULTS = join(root, 'e2e/test-results/results.json');

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One part of the whole; a part that leaves no results counts as one test, by its exit code. */
interface Part {
  readonly title: string;
  readonly command: readonly string[];
  readonly results?: { readonly file: string; readonly read: (json: never) => Totals };
}

const PARTS: readonly Part[] = [
  { title: 'types, lint, boundaries', command: ['check'] },
  {
    title: 'unit and integration tests',
    command: ['exec', 'jest', '--json', `--outputFile=${UNIT_RESULTS}`],
    results: {
      file: UNIT_RESULTS,
      read: (json: {
        numPassedTests: number;
        numFailedTests: number;
        numRuntimeErrorTestSuites: number;
        numPendingTests: number;
      }) => ({
        passed: json.numPassedTests,
        failed: json.numFailedTests + json.numRuntimeErrorTestSuites,
        skipped: json.numPendingTests,
      }),
    },
  },
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

function run({ title, command, results }: Part): Totals {
  console.log(`\n── ${title} ──`);
  if (results) {
    mkdirSync(dirname(results.file), { recursive: true });
    rmSync(results.file, { force: true });
  }
  const { status } = spawnSync('pnpm', command, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (!results || !existsSync(results.file))
    return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const totals = results.read(JSON.parse(readFileSync(results.file, 'utf8')) as never);
  // A run that failed without a failed test (a set-up that broke, an error outside tests) has failed all the same.
  return { ...totals, failed: totals.failed || (status === 0 ? 0 : 1) };
}

const since = performance.now();
ensureBrowser();
const totals = PARTS.map(run).reduce((sum, part) => ({
  passed: sum.passed + part.passed,
  failed: sum.failed + part.failed,
  skipped: sum.skipped + part.skipped,
}));
const minutes = ((performance.now() - since) / 60_000).toFixed(1);
console.log(`\nIn ${minutes} minutes:`);
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exitCode = totals.failed > 0 ? 1 : 0;
