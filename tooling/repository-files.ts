import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const GENERATED = ['node_modules', 'dist', 'test-results', '.git', '.data'];

export const isGenerated = (name: string) => GENERATED.includes(name);

/** All files of a working copy. Not from git: a publication also runs in a copy without it. */
export function listRepositoryFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return isGenerated(entry.name) ? [] : listRepositoryFiles(path);
  });
}
