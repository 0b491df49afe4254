import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the root of a package's source paths: the workspace, or the package's own folder outside the workspace. */
export function sourceRoot(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(parent, 'shell/package.json')) ? parent : folder;
}
