import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { sourceRoot } from '@site/release-build/source-root';
import { UserError } from '@site/release-core/user-error';
import type { TakeStep } from '@site/terminal/output';
import { bundledFolders, type ReleasablePackage } from './packages';
import { listChangedSince } from './sources';

/** The design system is part of the shell's release: all remotes use the shell's copy. */
const SHIPPED_WITH_SHELL = ['shared-ui', 'contract'];

/** Each remote with a form has its own copy. */
const BUILT_INTO_REMOTES = ['shared-ui/forms'];

const LINTER = '@biomejs/biome/bin/biome';
const JEST = 'jest/bin/jest.js';

interface TestScope {
  readonly root: string;
  readonly releasables: readonly ReleasablePackage[];
  /** The commit of the active releases: of a workspace, only what has changed since is tested. Null for everything. */
  readonly since: string | null;
}

export async function checkAndTest(scope: TestScope, step: TakeStep) {
  await checkSources(scope, step);
  await testSources(scope, step);
}

async function checkSources({ root, releasables }: TestScope, step: TakeStep) {
  const { apart, together } = byRoot(releasables);
  for (const { folder } of apart) {
    if (isConfigured(folder, 'biome', ['json', 'jsonc'])) {
      await step('lint', () => runTool(folder, LINTER, ['check', '--error-on-warnings']));
    }
    if (isConfigured(folder, 'tsconfig', ['json'])) {
      await step('check the types', () => runTool(folder, 'typescript/bin/tsc', ['--noEmit', '-p', '.']));
    }
  }
  if (together.length === 0) return;
  const folders = testedFolders(together);
  const all = folders.join(', ');
  await step(`lint ${all}`, () => runTool(root, LINTER, ['check', '--error-on-warnings', ...folders]));
  await step(`check the types of ${all}`, async () => {
    for (const each of folders) await runTool(root, 'typescript/bin/tsc', ['--noEmit', '-p', each]);
  });
  await step(`check the imports of ${all}`, () => runTool(root, CRUISER, folders));
}

async function testSources({ root, releasables, since }: TestScope, step: TakeStep) {
  const { apart, together } = byRoot(releasables);
  for (const { folder } of apart) {
    if (isConfigured(folder, 'jest.config', ['js', 'mjs', 'cjs', 'ts', 'json'])) {
      await step('test', () => runTool(folder, JEST, []));
    }
  }
  if (together.length === 0) return;
  const folders = testedFolders(together);
  const all = folders.join(', ');
  const suites = since === null ? null : await listAffectedSuites(root, folders, since);
  if (suites === null) await step(`test ${all}`, () => runTool(root, JEST, ['--bail', '--selectProjects', ...folders]));
  else if (suites.length > 0) {
    await step(`run ${suites.length} suites that the change reaches in ${all}`, () =>
      runTool(root, JEST, ['--bail', '--passWithNoTests', '--runTestsByPath', ...suites]),
    );
  }
}

/** Groups packages by root: those of a workspace are checked together, others by the tools of their own folder. */
const byRoot = (releasables: readonly ReleasablePackage[]) => ({
  apart: releasables.filter(({ folder }) => sourceRoot(folder) === folder),
  together: releasables.filter(({ folder }) => sourceRoot(folder) !== folder),
});

const isConfigured = (folder: string, name: string, endings: readonly string[]) =>
  endings.some((ending) => existsSync(join(folder, `${name}.${ending}`)));

function testedFolders(releasables: readonly ReleasablePackage[]): readonly string[] {
  const folders = releasables.flatMap(({ name, folder }) => {
    const built = bundledFolders({ name, folder }).map((each) => relative(sourceRoot(folder), each));
    const further = name === 'shell' ? SHIPPED_WITH_SHELL : BUILT_INTO_REMOTES.filter((each) => built.includes(each));
    return [basename(folder), ...further];
  });
  return [...new Set(folders)];
}

const CRUISER = 'dependency-cruiser/bin/dependency-cruise.mjs';

async function listAffectedSuites(root: string, folders: readonly string[], since: string) {
  const args = [...folders, '--affected', since, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'node_modules', CRUISER), ...args], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  const { modules } = JSON.parse(stdout) as { readonly modules: readonly { readonly source: string }[] };
  const affected = modules.map(({ source }) => source);
  return suitesReached({ folders, affected, changed: await listChangedSince(root, since) });
}

const OF_ALL = /^(package\.json|pnpm-|jest\.config|tsconfig|tooling\/)/;

interface Change {
  readonly folders: readonly string[];
  /** Changed modules of these folders, and all that import one of them, directly or not. */
  readonly affected: readonly string[];
  readonly changed: readonly string[];
}

/** @returns null for all suites: tests may read a file that no module imports */
export function suitesReached({ folders, affected, changed }: Change): string[] | null {
  const isRead = (file: string) =>
    !/\.(md|tsx?)$/.test(file) && folders.some((folder) => file.startsWith(`${folder}/`));
  if (changed.some((file) => OF_ALL.test(file) || (isRead(file) && !affected.includes(file)))) return null;
  return affected.filter((file) => /\.test\.tsx?$/.test(file));
}

/** The tool's output goes to stderr, because stdout is for the answer of the command. */
async function runTool(root: string, tool: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // A failing test of a page would print all of it, hundreds of lines above what was expected.
    env: { DEBUG_PRINT_LIMIT: '500', ...process.env },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  throw new UserError('Nothing was published: correct the errors above, then publish again.');
}
