import { type SpawnOptionsWithStdioTuple, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mapConcurrently } from '@site/release-core/concurrency';
import { UserError } from '@site/release-core/user-error';
import type { TakeStep } from '@site/terminal/progress';
import { type ReleasablePackage, readManifest } from './packages';

/** On two cores, two builds at once take about as long as one. */
const BUILDS_AT_ONCE = 2;

const RSPACK = 'rspack build';

interface BuildOptions {
  readonly signal?: AbortSignal;
  /** Prints each build; by default none is printed. */
  readonly takeStep?: TakeStep;
}

/** Builds packages into their `dist` folders. @throws UserError with the builder's output */
export async function buildPackages(
  packages: readonly ReleasablePackage[],
  { signal, takeStep = (_, run) => run() }: BuildOptions = {},
) {
  await mapConcurrently(packages, BUILDS_AT_ONCE, (one) =>
    takeStep(`build ${one.name}`, () => buildPackage(one, signal)),
  );
}

async function buildPackage({ name, folder }: ReleasablePackage, signal?: AbortSignal) {
  const builder = startBuilder(folder, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) });
  const output: Buffer[] = [];
  builder.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  builder.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(builder, 'close')) as [number | null];
  if (code !== 0) throw new UserError(`Building ${name} failed:\n${Buffer.concat(output)}`);
}

/** Rspack without the second that a package manager takes to start; another builder by the script that names it. */
function startBuilder(folder: string, options: SpawnOptionsWithStdioTuple<'ignore', 'pipe', 'pipe'>) {
  const { build = RSPACK } = readManifest(folder).scripts ?? {};
  if (build !== RSPACK) return spawn('npm run build', { ...options, shell: true });
  return spawn(process.execPath, [join(folder, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], options);
}
