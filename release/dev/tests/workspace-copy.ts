import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';

// The e2e tests may run at the same time and write their results.
const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results']);

/**
 * The remotes' own tests, which publishing from the copy would repeat. They are replaced by an empty test, since
 * documents name the files. The tests of the contracts stay, so that publishing runs one.
 */
const REPEATED_TEST = /^remote-[^\\/]+[\\/](?!contract\.test\.).*\.test\.tsx?$/;
const NOTHING = "/** @jest-environment node */\ntest('runs where it was copied from', () => undefined);\n";

const TSCONFIG = 'tsconfig.base.json';

const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));

/**
 * Copies packages of the workspace into a folder, ready to build. Third-party packages are linked; workspace packages
 * resolve to the copies.
 */
export function copyWorkspace(packages: readonly string[], copy = newFolder()): string {
  const isCopied = (from: string) => !LEFT_OUT.has(basename(from));
  for (const name of packages) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isCopied });
    for (const file of readdirSync(join(copy, name), { recursive: true, encoding: 'utf8' })) {
      if (REPEATED_TEST.test(join(name, file))) writeFileSync(join(copy, name, file), NOTHING);
    }
    linkModules(join(root, name, 'node_modules'), join(copy, name, 'node_modules'), copy);
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'), copy);
  // Each package's tsconfig.json extends this file. Without its `skipLibCheck`, type checks take six times as long.
  copyFileSync(join(root, TSCONFIG), join(copy, TSCONFIG));
  return copy;
}

const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.data', 'test-results']);

export const copySources = (copy: string): void =>
  cpSync(root, copy, { recursive: true, filter: (from) => !NOT_COPIED.has(basename(from)) });

export function copyWholeWorkspace(copy = newFolder()): string {
  const entries = readdirSync(root, { withFileTypes: true });
  const folders = ['', 'backend', 'release', 'shared-ui'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  copyWorkspace(
    folders.filter((folder) => existsSync(join(root, folder, 'package.json'))),
    copy,
  );
  // A worktree's .git is a file, with which the copy would count as that checkout.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.git').map(({ name }) => name);
  for (const file of [...files, 'release/README.md']) copyFileSync(join(root, file), join(copy, file));
  for (const folder of ['docs', '.github']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  return copy;
}

function linkModules(from: string, to: string, copy: string) {
  mkdirSync(to);
  if (!existsSync(from)) return;
  // The package manager's own files apply only to the original.
  for (const entry of readdirSync(from).filter((name) => name === '.bin' || !name.startsWith('.'))) {
    if (entry === '@site') {
      mkdirSync(join(to, entry));
      for (const name of readdirSync(join(from, entry))) {
        const folder = relative(root, realpathSync(join(from, entry, name)));
        symlinkSync(join(copy, folder), join(to, entry, name));
      }
    } else if (entry.startsWith('@')) {
      linkModules(join(from, entry), join(to, entry), copy);
    } else if (existsSync(join(from, entry))) {
      symlinkSync(realpathSync(join(from, entry)), join(to, entry));
    }
  }
}
