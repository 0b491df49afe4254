import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');
const LEFT_OUT = new Set(['node_modules', 'dist']);

/**
 * A copy of some of the workspace's packages in a temporary folder, ready to build: third parties are linked, the
 * workspace's own packages are those of the copy.
 */
export function copyWorkspace(packages: readonly string[]): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  for (const name of packages) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (from) => !LEFT_OUT.has(basename(from)) });
    linkModules(join(root, name, 'node_modules'), join(copy, name, 'node_modules'), copy);
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function linkModules(from: string, to: string, copy: string) {
  mkdirSync(to);
  for (const entry of readdirSync(from)) {
    if (entry === '@site') {
      mkdirSync(join(to, entry));
      for (const name of readdirSync(join(from, entry))) symlinkSync(join(copy, name), join(to, entry, name));
    } else if (entry.startsWith('@')) {
      linkModules(join(from, entry), join(to, entry), copy);
    } else if (existsSync(join(from, entry))) {
      symlinkSync(realpathSync(join(from, entry)), join(to, entry));
    }
  }
}
