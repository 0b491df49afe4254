import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder from which a package's sources are named: the workspace with the shell, or a remote's own folder elsewhere. */
export function sourceRoot(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(parent, 'shell/package.json')) ? parent : folder;
}

/** The folder of the shared-ui that a package is built with. */
export const sharedUiFolder = (context: string): string =>
  dirname(realpathSync(createRequire(join(context, 'package.json')).resolve('@site/shared-ui/package.json')));
