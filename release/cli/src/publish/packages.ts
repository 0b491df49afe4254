import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isName } from '@site/release-core/store/keys';
import { UserError } from '@site/release-core/user-error';
import { sourceRoot } from '@site/tooling/source-root';
import { CONTRACT_FILE, isWorkspace } from '../find-root';

export interface ReleasablePackage {
  /** `shell`, or a remote's name without its prefix. */
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
}

/** Empty when the folder has no readable package.json. */
export function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

/** @throws UserError naming the package that does not exist */
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
  const root = sourceRoot(folder);
  if (root === folder) return [folder];
  const packages = Object.keys(readManifest(folder).dependencies ?? {}).filter((name) => name.startsWith(SCOPE));
  return [folder, ...packages.map((name) => join(root, name.slice(SCOPE.length)))];
}
