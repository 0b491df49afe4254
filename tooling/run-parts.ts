import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One part of the whole; a part that leaves no results counts as one test, by its exit code. */
export interface Part {
  readonly title: string;
  readonly command: readonly string[];
  readonly results?: { readonly file: string; readonly read: (json: never) => Totals };
}

/** Jest, with these arguments. @param name of the file of its results */
export function jestPart(title: string, name: string, args: readonly string[] = []): Part {
  const file = join(root, `test-results/${name}.json`);
  return {
    title,
    command: ['exec', 'jest', ...args, '--json', `--outputFile=${file}`],
    results: {
      file,
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
  };
}

/** Runs the parts one after the other, prints `N passed, N failed` and sets the exit code. */
export function runParts(parts: readonly Part[]): void {
  const since = performance.now();
  const totals = parts.map(run).reduce((sum, part) => ({
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
}

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
