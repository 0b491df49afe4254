import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { sourceRoot } from '@site/build/source-root';
import { ReportedError, UserError } from '@site/release-core/user-error';
import { bundledFolders, type ReleasablePackage } from './packages';

interface CheckingStep {
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

/** The design system is part of the shell's release: all remotes use the shell's copy. */
const SHIPPED_WITH_SHELL = ['shared-ui', 'contract'];

/** Each remote with a form has its own copy. */
const BUILT_INTO_REMOTES = ['shared-ui/forms'];

const LINTER = '@biomejs/biome/bin/biome';

/** Checks that run before packages are built. Each can be repeated, and none needs a cleanup. */
export function checkingSteps(root: string, releasables: readonly ReleasablePackage[]): readonly CheckingStep[] {
  const apart = releasables.filter(({ folder }) => sourceRoot(folder) === folder);
  const together = releasables.filter((releasable) => !apart.includes(releasable));
  return [
    ...apart.flatMap(({ folder }) => stepsOfFolder(folder)),
    ...(together.length > 0 ? stepsOfWorkspace(root, together) : []),
  ];
}

function stepsOfWorkspace(root: string, releasables: readonly ReleasablePackage[]): readonly CheckingStep[] {
  const bundled = releasables.flatMap(({ name, folder }) => {
    const built = bundledFolders({ name, folder }).map((each) => relative(sourceRoot(folder), each));
    const further = name === 'shell' ? SHIPPED_WITH_SHELL : BUILT_INTO_REMOTES.filter((each) => built.includes(each));
    return [basename(folder), ...further];
  });
  const folders = [...new Set(bundled)];
  const all = folders.join(', ');
  const run = (tool: string, ...args: string[]) => runTool(root, tool, args);
  return [
    ...(existsSync(join(root, 'node_modules', LINTER)) ? [] : [installStep(root)]),
    {
      title: `lint ${all}`,
      run: () => run(LINTER, 'check', '--error-on-warnings', ...folders),
    },
    {
      title: `check the types of ${all}`,
      run: async () => {
        for (const each of folders) await run('typescript/bin/tsc', '--noEmit', '-p', each);
      },
    },
    {
      title: `test ${all}`,
      run: () => runTests(root, ['--bail', '--selectProjects', ...folders]),
    },
    {
      title: `check the imports of ${all}`,
      run: () => run('dependency-cruiser/bin/dependency-cruise.mjs', ...folders),
    },
  ];
}

/** A site is started without the packages for tests. */
const installStep = (root: string): CheckingStep => ({
  title: 'install the packages for tests',
  run: async () => {
    const child = spawn('npx pnpm install', { cwd: root, shell: true, stdio: ['ignore', 2, 2] });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new ReportedError('The packages for tests could not be installed.');
  },
});

const stepsOfFolder = (folder: string): readonly CheckingStep[] =>
  TOOLS.filter(({ settings }) => settings.some((file) => existsSync(join(folder, file)))).map(({ title, run }) => ({
    title,
    run: () => run(folder),
  }));

const TOOLS = [
  {
    title: 'lint',
    run: (folder: string) => runTool(folder, LINTER, ['check', '--error-on-warnings']),
    settings: ['biome.json', 'biome.jsonc'],
  },
  {
    title: 'check the types',
    run: (folder: string) => runTool(folder, 'typescript/bin/tsc', ['--noEmit', '-p', '.']),
    settings: ['tsconfig.json'],
  },
  {
    title: 'test',
    run: (folder: string) => runTests(folder, []),
    settings: ['js', 'mjs', 'cjs', 'ts', 'json'].map((ending) => `jest.config.${ending}`),
  },
];

/** The tool's output goes to stderr, because stdout is for the answer of the command. */
async function runTool(root: string, tool: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  throw new UserError('Nothing was published: correct the errors above, then publish again.');
}

interface Results {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

/**
 * Runs Jest, and prints what it says of a failure to stderr.
 * @throws UserError, which names the test instead for a text that a page no longer has
 */
async function runTests(root: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), '--json', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A failing test of a page would print all of it, hundreds of lines above what was expected.
    env: { DEBUG_PRINT_LIMIT: '500', ...process.env },
  });
  const [json, printed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code === 0) return;
  const failures = failuresIn(json);
  const quoted = failures.map(describeQuote);
  if (failures.length === 0 || quoted.includes(undefined)) process.stderr.write(printed);
  const reasons = [...new Set(quoted.filter((sentence) => sentence !== undefined))];
  throw new UserError([...reasons, 'Nothing was published: correct the errors above, then publish again.'].join('\n'));
}

/** Empty when Jest could not begin. A file that cannot be run has a message and no results. */
function failuresIn(json: string): string[] {
  if (!json.startsWith('{')) return [];
  return (JSON.parse(json) as Results).testResults.flatMap(({ message, assertionResults }) => {
    const failures = assertionResults.flatMap(({ failureMessages }) => failureMessages);
    return failures.length > 0 || message === '' ? failures : [message];
  });
}

const MISSING =
  /Unable to find an? (?:accessible )?(?:element|label) with the (?:role "[^"]*" and name|[a-z ]+:) (.+?)(?:\.?$|\. This could be)/m;
const PLACE = /[^/\\\s(]+\.test\.tsx?:\d+/;

/** « … » is quoted by booking-page.test.tsx:41; undefined for any other failure. */
export function describeQuote(failure: string): string | undefined {
  const [, missing] = MISSING.exec(failure) ?? [];
  const [place] = PLACE.exec(failure) ?? [];
  return missing && place && `«\u202f${missing.replaceAll(/^["`]|["`]$/g, '')}\u202f» is quoted by ${place}.`;
}
