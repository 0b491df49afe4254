import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import { type Compilation, type Compiler, rspack } from '@rspack/core';
import { sourceRoot } from './source-root';

/** The module graph does not contain these files, because only the bundler's configuration reads them. */
const READ_BY_CONFIGURATION = ['contract.ts', 'package.json', 'rspack.config.ts'];

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
    const sources = [...compilation.fileDependencies].filter(
      (file) => file.startsWith(this.root + sep) && !file.includes(`${sep}node_modules${sep}`),
    );
    for (const file of sources) this.files.add(file);
  }

  list(): string[] {
    return [...this.files].map((file) => relative(this.root, file).replaceAll(sep, '/')).sort();
  }
}

interface RawMap {
  readonly file: string;
  readonly names: readonly string[];
  readonly sources: readonly string[];
  readonly mappings: string;
}

const MODULES = '/node_modules/';
const GENERATED = 'generated';

/**
 * Writes the scripts' source maps into `dist/maps`, outside the client files: scripts do not name them and keep their
 * bytes. They hold no source text and no path of this machine.
 */
export class SourceMaps {
  constructor(private readonly context: string) {}

  apply(compiler: Compiler) {
    const folder = join(this.context, 'dist/maps');
    let maps: ReadonlyMap<string, string> = new Map();
    new rspack.SourceMapDevToolPlugin({
      test: /\.js$/,
      filename: '[file].map',
      append: false,
      noSources: true,
      moduleFilenameTemplate: '[absolute-resource-path]',
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap('SourceMaps', (compilation) => {
      // Scripts have their final names at this stage.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SourceMaps', stage }, () => {
        maps = takeMaps(compilation, sourceRoot(this.context));
      });
    });
    compiler.hooks.afterEmit.tapPromise('SourceMaps', async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      for (const [script, map] of maps) await writeFile(join(folder, `${script}.map`), map);
    });
  }
}

function takeMaps(compilation: Compilation, root: string): ReadonlyMap<string, string> {
  const maps = new Map<string, string>();
  for (const { name, info } of compilation.getAssets()) {
    const map = info.related?.sourceMap;
    if (typeof map !== 'string') continue;
    const { names, sources, mappings } = JSON.parse(`${compilation.getAsset(map)?.source.source()}`) as RawMap;
    const portable = sources.map((source) => portableName(source, root));
    maps.set(name, JSON.stringify({ version: 3, file: name, names, sources: portable, mappings }));
    compilation.deleteAsset(map);
  }
  return maps;
}

function portableName(source: string, root: string): string {
  if (!isAbsolute(source)) return GENERATED;
  const file = normalize(source.replace(/[?|].*$/, ''));
  const path = file.replaceAll(sep, '/');
  const installed = path.lastIndexOf(MODULES);
  if (installed !== -1) return path.slice(installed + 1);
  return file.startsWith(root + sep) ? relative(root, file).replaceAll(sep, '/') : GENERATED;
}
