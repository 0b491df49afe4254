import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the root of a package's source paths: the workspace, or the package's own folder outside the workspace. */
export function sourceRoot(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(parent, 'shell/package.json')) ? parent : folder;
}

export const sharedUiFolder = (context: string): string =>
  dirname(realpathSync(createRequire(join(context, 'package.json')).resolve('@site/shared-ui/package.json')));
