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
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');
// The browser's tests run beside these and write their results meanwhile.
const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results']);

/**
 * The remotes' own tests, which a publication of the copy would repeat: in their place is one that does nothing, for documents
 * name the files. That of the contract stays, to be run by a publication.
 */
const REPEATED_TEST = /^remote-[^\\/]+[\\/](?!contract\.test\.).*\.test\.tsx?$/;
const NOTHING = "/** @jest-environment node */\ntest('runs where it was copied from', () => undefined);\n";

const TSCONFIG = 'tsconfig.base.json';

export const temporaryFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));

/**
 * Copies packages of the workspace into a folder, ready to build. Third parties are linked, workspace packages resolve to
 * the copies.
 */
export function copyWorkspace(packages: readonly string[], copy = temporaryFolder()): string {
  const isCopied = (from: string) => !LEFT_OUT.has(basename(from));
  for (const name of packages) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isCopied });
    for (const file of readdirSync(join(copy, name), { recursive: true, encoding: 'utf8' })) {
      if (REPEATED_TEST.test(join(name, file))) writeFileSync(join(copy, name, file), NOTHING);
    }
    linkModules(join(root, name, 'node_modules'), join(copy, name, 'node_modules'), copy);
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'), copy);
  // Each package's tsconfig.json extends it. Without its `skipLibCheck` a type check takes six times as long.
  copyFileSync(join(root, TSCONFIG), join(copy, TSCONFIG));
  return copy;
}

/** A copy of the whole workspace, in which its commands can run. */
export function copyWholeWorkspace(): string {
  const entries = readdirSync(root, { withFileTypes: true });
  const packages = entries.filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'package.json')));
  const copy = copyWorkspace(packages.map(({ name }) => name));
  // In a worktree, .git is a file: with it, the copy would count as that checkout.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.git');
  for (const { name } of files) copyFileSync(join(root, name), join(copy, name));
  for (const folder of ['docs', '.github', 'patches'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  return copy;
}

function linkModules(from: string, to: string, copy: string) {
  mkdirSync(to);
  // The package manager's own files apply to the original only.
  for (const entry of readdirSync(from).filter((name) => name === '.bin' || !name.startsWith('.'))) {
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
