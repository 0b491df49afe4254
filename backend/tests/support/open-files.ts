import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder and everything in it. */
export function everything(folder: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? everything(path) : [path];
  });
  return [folder, ...below];
}

/** Undefined for a draft that was renamed since the folder was listed. */
const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Files that other users of the machine can access. */
export function openToOthers(folder: string): string[] {
  return everything(folder).filter((path) => {
    const status = statOf(path);
    return status && !status.isSymbolicLink() && (status.mode & 0o077) !== 0;
  });
}

/** Gives everybody access, as a manual copy may do. @returns the number of files and folders */
export function openAll(folder: string): number {
  const paths = everything(folder).filter((path) => !statOf(path)?.isSymbolicLink());
  for (const path of paths) chmodSync(path, 0o777);
  return paths.length;
}
