import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sourceRoot } from '@site/release-build/source-root';
import { mapConcurrently } from '@site/release-core/concurrency';
import { isName } from '@site/release-core/store/keys';
import { UserError } from '@site/release-core/user-error';
import type { TakeStep } from '@site/terminal/output';
import { CONTRACT_FILE, isWorkspace } from '../find-root';

export interface ReleasablePackage {
  readonly name: string;
  readonly folder: string;
}

const SCOPE = '@site/';

/** Lists the remote that the folder is, or the shell and the remotes inside it, the shell first. */
export function listPackages(root: string): ReleasablePackage[] {
  if (existsSync(join(root, CONTRACT_FILE))) return [{ name: readName(root), folder: root }];
  const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));
  const folders = isWorkspace(root) ? ['shell', ...remotes] : remotes;
  return folders.map((folder) => ({ name: folder.replace('remote-', ''), folder: join(root, folder) }));
}

function readName(folder: string): string {
  const name = String(readManifest(folder).name ?? '');
  const short = name.replace(/^@[^/]*\//, '').replace(/^remote-/, '');
  if (isName(short) && short !== 'shell') return short;
  throw new UserError(`"name" in package.json is ${JSON.stringify(name)}: write it as remote-booking, for "booking".`);
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

export function choosePackages(root: string, names: readonly string[]): ReleasablePackage[] {
  const all = listPackages(root);
  if (all.length === 0) {
    throw new UserError(
      `${root} holds no part: go to the folder with its contract.ts, or write one with "npx pnpm release new <name> <folder>".`,
    );
  }
  if (names.length === 0) return all;
  return names.map((name) => {
    const match = all.find((candidate) => candidate.name === name.replace('remote-', ''));
    if (!match)
      throw new UserError(
        `There is no part "${name}": choose among ${all.map((releasable) => releasable.name).join(', ')}.`,
      );
    return match;
  });
}

/** The package's own folder, and in the workspace those of the packages that it is built from. */
export function bundledFolders({ folder }: ReleasablePackage): readonly string[] {
  if (sourceRoot(folder) === folder) return [folder];
  const packages = Object.keys(readManifest(folder).dependencies ?? {}).filter((name) => name.startsWith(SCOPE));
  return [folder, ...packages.map((name) => realpathSync(join(folder, 'node_modules', name)))];
}

/** Counts for packages outside a workspace. On two cores, two builds at once take about as long as one. */
const BUILDS_AT_ONCE = 2;

const RSPACK = 'rspack build';

interface BuildOptions {
  readonly signal?: AbortSignal;
  readonly takeStep?: TakeStep;
}

interface Builder {
  readonly names: string;
  readonly cwd: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Builds packages into their `dist` folders, those of a workspace in one process. */
export async function buildPackages(
  packages: readonly ReleasablePackage[],
  { signal, takeStep = (_, run) => run() }: BuildOptions = {},
) {
  await mapConcurrently(buildersOf(packages), BUILDS_AT_ONCE, (builder) =>
    takeStep(`build ${builder.names}`, () => runBuilder(builder, signal)),
  );
}

function buildersOf(packages: readonly ReleasablePackage[]): readonly Builder[] {
  const together = packages.filter(({ folder }) => buildsWithRspack(folder) && sourceRoot(folder) !== folder);
  const apart = packages.filter((releasable) => !together.includes(releasable)).map(builderOf);
  const [first] = together;
  if (!first) return apart;
  const build = join(sourceRoot(first.folder), 'release/build');
  const parts = together.map(({ folder }) => basename(folder)).join(',');
  // Node's own loader of TypeScript would take the configuration, but not what the packages' own ones import.
  const args = ['--config-loader', 'jiti', '--env', `parts=${parts}`];
  return [rspack(together.map(({ name }) => name).join(', '), build, ...args), ...apart];
}

const buildsWithRspack = (folder: string) => (readManifest(folder).scripts?.build ?? RSPACK) === RSPACK;

/** Starts Rspack itself, which saves the second of a package manager's start; another builder by its build script. */
const builderOf = ({ name, folder }: ReleasablePackage): Builder =>
  buildsWithRspack(folder)
    ? rspack(name, folder)
    : { names: name, cwd: folder, command: 'npm', args: ['run', 'build'] };

const rspack = (names: string, cwd: string, ...args: readonly string[]): Builder => ({
  names,
  cwd,
  command: process.execPath,
  args: [join(cwd, 'node_modules/@rspack/cli/bin/rspack.js'), 'build', ...args],
});

async function runBuilder({ names, cwd, command, args }: Builder, signal?: AbortSignal) {
  const builder = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
    ...(signal && { signal }),
  });
  const output: Buffer[] = [];
  builder.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  builder.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(builder, 'close')) as [number | null];
  if (code !== 0) throw new UserError(`Building ${names} failed:\n${Buffer.concat(output)}`);
}
