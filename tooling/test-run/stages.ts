import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '../..');

interface Totals {
  readonly passed: number;
  readonly skipped: number;
  /** Has the name and the message of each failed test. */
  readonly failures: readonly string[];
}

interface StageTotals extends Totals {
  readonly title: string;
  readonly minutes: string;
}

/** One stage of a test run. Without a results file, it counts as one test, which its exit code decides. */
export interface Stage {
  readonly name: string;
  readonly title: string;
  readonly command: readonly string[];
  readonly results?: { readonly file: string; readonly read: (json: never) => Totals };
}

interface JestResults {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly JestSuite[];
}

interface JestSuite {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
}

function failuresOfSuite({ name, status, message, assertionResults }: JestSuite): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [describeFailure(file, message)];
  return failed.map((test) => describeFailure(`${file} › ${test.fullName}`, test.failureMessages.join('\n')));
}

interface PlaywrightResults {
  readonly stats: { expected: number; skipped: number };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    file: string;
    title: string;
    ok: boolean;
    tests: readonly { results: readonly { errors: readonly { message?: string }[] }[] }[];
  }[];
}

function failuresOfSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return describeFailure(`e2e/${file} › ${title}`, errors.map(({ message }) => message).join('\n'));
    });
  return [...failed, ...suites.flatMap(failuresOfSpecs)];
}

/** Begin and end of the message: the cause of a failed command is in its last lines. */
function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  const excerpt = lines.length > 15 ? [...lines.slice(0, 4), '…', ...lines.slice(-10)] : lines;
  return [name, ...excerpt].join('\n');
}

/** @param name of the stage and of its results file */
export function jestStage(title: string, name: string, args: readonly string[] = []): Stage {
  const file = join(root, `test-results/${name}.json`);
  return {
    name,
    title,
    command: ['exec', 'jest', ...args, '--json', `--outputFile=${file}`],
    results: {
      file,
      read: (json: JestResults) => ({
        passed: json.numPassedTests,
        skipped: json.numPendingTests,
        failures: json.testResults.flatMap(failuresOfSuite),
      }),
    },
  };
}

/**
 * @param command a script of the root and its arguments
 * @param file name of its results in `e2e/test-results`
 */
export function playwrightStage(title: string, command: readonly [string, ...string[]], file: string): Stage {
  return {
    name: command[0],
    title,
    command,
    results: {
      file: join(root, 'e2e/test-results', file),
      read: ({ stats, suites }: PlaywrightResults) => ({
        passed: stats.expected,
        skipped: stats.skipped,
        failures: suites.flatMap(failuresOfSpecs),
      }),
    },
  };
}

/**
 * Runs the stages, prints each with its time, then `N passed, N failed`, and sets the exit code.
 * @param check called at the end; false counts as a failed test
 */
export async function runStages(
  stages: readonly Stage[],
  order: 'parallel' | 'sequential' = 'parallel',
  check: () => boolean = () => true,
): Promise<void> {
  const since = performance.now();
  const totals = order === 'parallel' ? await Promise.all(stages.map(run)) : await runInSequence(stages);
  const sum = totals.reduce<Totals>(
    (sum, stage) => ({
      passed: sum.passed + stage.passed,
      skipped: sum.skipped + stage.skipped,
      failures: [...sum.failures, ...stage.failures],
    }),
    { passed: 0, skipped: 0, failures: [] },
  );
  // A reader of a long log sees its end.
  for (const failure of sum.failures) console.log(`\n✗ ${failure}`);
  console.log(`\nIn ${minutesSince(since)} minutes:`);
  for (const stage of totals) console.log(describeStage(stage));
  const { passed, skipped, failures } = sum;
  const failed = failures.length + (check() ? 0 : 1);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}

const minutesSince = (since: number) => ((performance.now() - since) / 60_000).toFixed(1);

const describeStage = ({ title, failures, minutes }: StageTotals) =>
  failures.length > 0 ? `✗ ${title}  ${minutes} min, ${failures.length} failed` : `✓ ${title}  ${minutes} min`;

async function runInSequence(stages: readonly Stage[]): Promise<StageTotals[]> {
  const totals: StageTotals[] = [];
  for (const stage of stages) totals.push(await run(stage));
  return totals;
}

async function run(stage: Stage): Promise<StageTotals> {
  console.log(`\n── ${stage.title} ──`);
  const since = performance.now();
  const totals = await runToEnd(stage);
  return { ...totals, title: stage.title, minutes: minutesSince(since) };
}

async function runToEnd({ name, command, results }: Stage): Promise<Totals> {
  if (results) {
    mkdirSync(dirname(results.file), { recursive: true });
    rmSync(results.file, { force: true });
  }
  const child = spawn('pnpm', command, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  prefixLines(child.stdout, name);
  prefixLines(child.stderr, name);
  const [status] = await once(child, 'close');
  if (!results || !existsSync(results.file))
    return { passed: status === 0 ? 1 : 0, skipped: 0, failures: status === 0 ? [] : [`pnpm ${command.join(' ')}`] };
  const totals = results.read(JSON.parse(readFileSync(results.file, 'utf8')) as never);
  if (status === 0 || totals.failures.length > 0) return totals;
  // A run can fail without a failed test: in its set-up, or by an error outside tests.
  return { ...totals, failures: [`pnpm ${command.join(' ')} ended with ${status}`] };
}

function prefixLines(stream: Readable, name: string): void {
  createInterface(stream).on('line', (line) => console.log(`${name} │ ${line}`));
}

/** Count each process, and reduce the time that it spends on garbage collection: semi-space in MiB. */
const NODE_OPTIONS = [
  `--import ${pathToFileURL(join(import.meta.dirname, 'count-process.mjs')).href}`,
  '--max-semi-space-size=64',
];

/** Applies to all processes that this one starts from now on (docs/decisions/032). */
export function speedUpProcesses(): void {
  // The type checker is a Go program. Less frequent garbage collection saves a quarter of its CPU time.
  process.env.GOGC ??= '400';
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...NODE_OPTIONS].filter(Boolean).join(' ');
}
