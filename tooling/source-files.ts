import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';
import { sourceRoot } from './source-root';

/** The module graph does not contain these files, because only the bundler's configuration reads them. */
const READ_BY_CONFIGURATION = ['contract.ts', 'package.json', 'rspack.config.ts'];

/** Collects the sources of all builds of a package, without installed packages. */
export class SourceFiles {
  private readonly root: string;
  private readonly files: Set<string>;

  constructor(context: string) {
    this.root = sourceRoot(context);
    this.files = new Set(READ_BY_CONFIGURATION.map((file) => join(context, file)).filter((file) => existsSync(file)));
  }

  apply(compiler: Compiler) {
    compiler.hooks.emit.tap('SourceFiles', (compilation) => this.collect(compilation));
  }

  collect(compilation: Compilation) {
    const own = [...compilation.fileDependencies].filter(
      (file) => file.startsWith(this.root + sep) && !file.includes(`${sep}node_modules${sep}`),
    );
    for (const file of own) this.files.add(file);
  }

  /** Returns paths relative to the source root, with slashes. */
  list(): string[] {
    return [...this.files].map((file) => relative(this.root, file).replaceAll(sep, '/')).sort();
  }
}
