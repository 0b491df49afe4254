import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder itself and all that it holds. */
export const filesBelow = (path: string): string[] => [
  path,
  ...(lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : []),
];

export const openToOthers = (path: string) => filesBelow(path).filter((each) => (lstatSync(each).mode & 0o077) !== 0);
