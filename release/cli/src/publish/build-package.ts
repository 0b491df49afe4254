import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { mapConcurrently } from '@site/release-core/concurrency';
import { UserError } from '@site/release-core/user-error';
import type { TakeStep } from '@site/terminal/progress';
import { sourceRoot } from '@site/tooling/source-root';
import { type ReleasablePackage, readManifest } from './packages';

/** Of packages outside a workspace. On two cores, two builds at once take about as long as one. */
const BUILDS_AT_ONCE = 2;

const RSPACK = 'rspack build';

interface BuildOptions {
  readonly signal?: AbortSignal;
  /** Prints each build; by default none is printed. */
  readonly takeStep?: TakeStep;
}

interface Builder {
  /** Of the packages that it builds. */
  readonly names: string;
  readonly cwd: string;
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Builds packages into their `dist` folders, those of a workspace in one process.
 * @throws UserError with the builder's output
 */
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
  const tooling = join(sourceRoot(first.folder), 'tooling');
  const parts = together.map(({ folder }) => basename(folder)).join(',');
  // Node's own loader of TypeScript would take the configuration, but not what the packages' own ones import.
  const args = ['--config-loader', 'jiti', '--env', `parts=${parts}`];
  return [rspack(together.map(({ name }) => name).join(', '), tooling, ...args), ...apart];
}

const buildsWithRspack = (folder: string) => (readManifest(folder).scripts?.build ?? RSPACK) === RSPACK;

/** Rspack without the second that a package manager takes to start; another builder by the script that names it. */
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
