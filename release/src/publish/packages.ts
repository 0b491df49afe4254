import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../user-error';

export interface ReleasablePackage {
  /** `shell`, or a remote's name without its prefix. */
  readonly name: string;
  readonly folder: string;
}

export function listPackages(root: string): ReleasablePackage[] {
  const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));
  return ['shell', ...remotes].map((folder) => ({ name: folder.replace('remote-', ''), folder: join(root, folder) }));
}

/** @throws UserError naming the package that does not exist */
export function choosePackages(root: string, names: readonly string[]): ReleasablePackage[] {
  const all = listPackages(root);
  if (names.length === 0) return all;
  return names.map((name) => {
    const found = all.find((candidate) => candidate.name === name.replace('remote-', ''));
    if (!found)
      throw new UserError(`There is no package "${name}": choose among ${all.map((one) => one.name).join(', ')}.`);
    return found;
  });
}

/** Folders whose sources end up in a build of the package. */
export const bundledFolders = ({ folder }: ReleasablePackage): readonly string[] => [
  folder,
  ...['contract', 'shared-ui'].map((name) => join(folder, '..', name)),
];
