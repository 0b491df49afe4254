import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const CONTRACT_FILE = 'contract.ts';
export const isWorkspace = (folder: string) => existsSync(join(folder, 'shell/package.json'));

/** An installed program works on the remote around the working folder; without one, on the working folder. */
export function findRoot(home: string, cwd: string): string {
  if (isWorkspace(home)) return home;
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONTRACT_FILE))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}
