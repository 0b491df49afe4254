import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';

const WORKSPACE = join(import.meta.dirname, '..');

/** Read by the bundler's configuration, which the module graph does not contain. */
const READ_BY_CONFIGURATION = ['contract.ts', 'package.json', 'rspack.config.ts'];

/** Collects the files of the workspace that a package is built from, in all its builds. Third parties are left out. */
export class SourceFiles {
  private readonly files: Set<string>;

  constructor(context: string) {
    this.files = new Set(READ_BY_CONFIGURATION.map((file) => join(context, file)).filter((file) => existsSync(file)));
  }

  apply(compiler: Compiler) {
    compiler.hooks.emit.tap('SourceFiles', (compilation) => this.collect(compilation));
  }

  collect(compilation: Compilation) {
    const own = [...compilation.fileDependencies].filter(
      (file) => file.startsWith(WORKSPACE + sep) && !file.includes(`${sep}node_modules${sep}`),
    );
    for (const file of own) this.files.add(file);
  }

  /** Paths from the folder of the workspace, with slashes. */
  list(): string[] {
    return [...this.files].map((file) => relative(WORKSPACE, file).replaceAll(sep, '/')).sort();
  }
}
