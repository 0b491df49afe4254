import { execFileSync, execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesOfEveryTest, findAffectedTests, readFoldersOfSpecs, readLayersFolders } from './affected-tests';
import { jestStage, playwrightStage, runStages, type Stage, speedUpProcesses } from './stages';
import { withFilesInMemory, withTemplates } from './templates';

// Runs what the changes since the merge base can break: npx pnpm test:changed [--since <revision>]
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { since: { type: 'string' } } });

const LARGE = { maxBuffer: 2 ** 28 };
const lines = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', ...LARGE })
    .split('\n')
    .filter(Boolean);

/** Returns where this branch left the main one; on the main one itself, its last commit. */
function mergeBase(): string {
  const [upstream = 'main'] = lines('git', 'for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main');
  return lines('git', 'merge-base', 'HEAD', upstream)[0] ?? 'HEAD';
}

const [since = 'HEAD'] = lines('git', 'rev-parse', '--verify', '--end-of-options', values.since ?? mergeBase());
const changed = [
  ...lines('git', '-c', 'core.quotePath=false', 'diff', '--name-only', '--no-renames', since),
  ...lines('git', '-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard'),
];

/** The changed modules and all that import one of them, directly or not. */
function affectedModules(): string[] {
  const folders = readLayersFolders(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  const cruise = `pnpm exec depcruise ${folders} --affected ${since} -T json`;
  const json = execSync(cruise, { cwd: root, encoding: 'utf8', ...LARGE });
  return (JSON.parse(json) as { modules: { source: string }[] }).modules.map(({ source }) => source);
}

console.log(`${changed.length} files changed since ${since.slice(0, 12)}.`);
const shared = filesOfEveryTest(changed);
if (shared.length > 0) console.log(`Run npx pnpm test too: every test depends on ${shared.join(', ')}.`);
const { suites, specs, intactRemotes } = findAffectedTests(changed, changed.length > 0 ? affectedModules() : [], {
  suites: lines('git', 'ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx').filter(
    (suite) => !suite.includes('.long.test.') && existsSync(join(root, suite)),
  ),
  foldersOfSpecs: readFoldersOfSpecs(root),
});

/** Suites end first, and specs often wait: a third browser fills the cores. */
const WORKERS = ['--workers=3'];
/** The option replaces that of the configuration, which leaves out the long tier. */
const excluded = [`--grep-invert=@(${['long', ...intactRemotes].join('|')})`];

const STAGES: readonly Stage[] = [
  {
    name: 'lint',
    title: 'lint',
    command: [
      'exec',
      'biome',
      'check',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...changed.filter((file) => existsSync(join(root, file))),
    ],
  },
  { name: 'types', title: 'types', command: ['typecheck'] },
  ...(suites.length > 0 ? [jestStage(`${suites.length} suites`, 'unit', ['--runTestsByPath', ...suites])] : []),
  ...(specs.length > 0
    ? [playwrightStage(`${specs.length} files of specs`, ['e2e', ...specs, ...WORKERS, ...excluded], 'results.json')]
    : []),
];

/** Suites and specs that copy a database or the first releases. */
const needsTemplates = specs.length > 0 || suites.some((suite) => /^(backend|release)\//.test(suite));
const run = () => runStages(STAGES);
speedUpProcesses();
await withFilesInMemory(() => (needsTemplates ? withTemplates(run) : run()));
console.log(`In ${Math.round(performance.now() / 1000)} s altogether.`);
