import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Compilation, type Compiler, NormalModule, rspack, type sources } from '@rspack/core';
import {
  BUILD_FILE,
  type Build,
  type DeclaredTypes,
  FEDERATION_FORMAT,
  type HotBuild,
  type Requirements,
} from '@site/contract/build';
import { REACT_RANGE } from './federation';
import { readJourneyFiles } from './journeys';
import { findUsedNames } from './requirements';
import type { SourceFiles } from './source-files';
import { sourceRoot } from './source-root';
import { describeTypes } from './types/describe-types';

/**
 * Placeholder for the content hash. Letters only: it becomes part of a global's name, in which the bundler rewrites
 * other characters. All releases of a remote would then share one global.
 */
export const RELEASE_STAMP = 'ReleaseStampToBeReplaced';

const PLACEHOLDERS = new RegExp(RELEASE_STAMP, 'g');

/** The bundler lists the integrity of chunks in an order that depends on what else its process builds. */
const INTEGRITY_LISTS = /(?<=\.sriHashes=\{)[^}]+/g;
const sortList = (list: string) => list.split(',').sort().join(',');

/** Replaces the placeholder in a script, and moves the positions of its source map with it. Sorts integrity lists. */
function stamped(script: sources.Source, stamp: string): sources.Source {
  const replaced = new rspack.sources.ReplaceSource(script);
  const text = script.source().toString();
  for (const { index } of text.matchAll(PLACEHOLDERS)) {
    replaced.replace(index, index + RELEASE_STAMP.length - 1, stamp);
  }
  for (const { index, 0: list } of text.matchAll(INTEGRITY_LISTS)) {
    replaced.replace(index, index + list.length - 1, sortList(list));
  }
  return replaced;
}

/**
 * The assets without the hashes in their names. Until the files are final, the bundler computes these hashes also from
 * the source maps, which contain paths and change with a comment.
 */
function withoutHashes(compilation: Compilation): [name: string, content: Buffer][] {
  const assets = compilation.getAssets();
  const hashes = assets.flatMap(({ info }) => info.contenthash ?? []);
  const strip = (text: string) =>
    hashes.reduce((rest, hash) => rest.replaceAll(hash, ''), text).replace(INTEGRITY_LISTS, sortList);
  return assets.map(({ name, source }) => [
    strip(name),
    Buffer.from(strip(source.buffer().toString('latin1')), 'latin1'),
  ]);
}

function usingModules(compilation: Compilation): readonly string[] {
  const files = [...compilation.modules].flatMap((module) => {
    if (!(module instanceof NormalModule)) return [];
    const [file = ''] = module.resource.split('?');
    if (!SCRIPT.test(file)) return [];
    if (isOurs(file)) return [file];
    const code = String(module.originalSource()?.source() ?? '');
    return USE.test(code) && USE.test(code.replaceAll(COMMENT, '')) ? [file] : [];
  });
  return [...new Set(files)];
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** What a third party's module contains that imports from our packages, or names what it calls of the backend. */
const USE = /@site\/|\/rest\/v1\/\w|\.(?:rpc|from)\(\s*["'`]\w/;
/** Matches some texts too, but no code that follows them. */
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function isOurs(file: string): boolean {
  const [, ...installed] = file.split(/[\\/]node_modules[\\/]/);
  return installed.length === 0 || /^@site[\\/]/.test(installed.at(-1) ?? '');
}

export function releaseId(context: string) {
  const { version } = JSON.parse(readFileSync(join(context, 'package.json'), 'utf8')) as { version: string };
  return `${version}-${RELEASE_STAMP}`;
}

export class BuildDescriptionPlugin {
  constructor(
    private readonly description: HotBuild,
    private readonly options: { readonly hasRequirements?: boolean } = {},
  ) {}

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('BuildDescriptionPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('BuildDescriptionPlugin', () => {
        const requires =
          this.options.hasRequirements && requirementsOf(compilation, compiler.context, this.description);
        const build: HotBuild = { ...this.description, ...(requires && { requires }) };
        compilation.emitAsset(BUILD_FILE, new rspack.sources.RawSource(JSON.stringify(build)));
      });
    });
  }
}

export class ReportBuilds {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('ReportBuilds', (stats) => {
      if (!stats.hasErrors()) process.send?.('built');
    });
  }
}

/**
 * Replaces RELEASE_STAMP by a hash of the release's whole content and writes `build.json` for the publisher. Runs after
 * minifying, but before integrity hashes and file names are computed, so that both match the final bytes.
 */
export class ReleasePlugin {
  constructor(
    private readonly nodeBuild: string,
    private readonly description: HotBuild,
    private readonly sources: SourceFiles,
  ) {}

  apply(compiler: Compiler) {
    // Runs in parallel with the bundler: it takes about as long as the build for Node.
    const types = describeTypes(compiler.context);
    // A failure is reported where the types are awaited. Until then, it must not end the process.
    types.catch(() => undefined);
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      let stampedBuild: Omit<Build, 'pageFiles' | 'sources'>;
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'ReleasePlugin', stage }, async (assets) => {
        const requires = requirementsOf(compilation, compiler.context, this.description);
        const journeys = readJourneyFiles(compiler.context);
        const build = {
          ...this.description,
          requires,
          types: this.typesOf(requires, await types),
          ...(journeys && { journeys }),
        };
        const stamp = this.stampOf(withoutHashes(compilation), build);
        const withStamp = (text: string) => text.replaceAll(RELEASE_STAMP, stamp);
        for (const [name, source] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue;
          compilation.updateAsset(name, stamped(source, stamp));
        }
        stampedBuild = JSON.parse(withStamp(JSON.stringify(build)));
      });
      // All files have their final names at this stage.
      compilation.hooks.processAssets.tap({ name: 'ReleasePlugin', stage: LAST_STAGE }, () => {
        const pageFiles = this.description.routes.map(({ module }) => [module, scriptsOf(compilation, module)]);
        this.sources.collect(compilation);
        const build: Build = {
          ...stampedBuild,
          pageFiles: Object.fromEntries(pageFiles),
          sources: this.sources.list(),
        };
        compilation.emitAsset(BUILD_FILE, new rspack.sources.RawSource(JSON.stringify(build)));
      });
    });
  }

  private typesOf({ sharedUi, host }: Requirements, all: DeclaredTypes): DeclaredTypes {
    if (!this.description.container) return all;
    return { sharedUi: pick(all.sharedUi, sharedUi), host: pick(all.host, host) };
  }

  private stampOf(assets: [string, Buffer][], { types, journeys }: Pick<Build, 'types' | 'journeys'>) {
    const names = existsSync(this.nodeBuild) ? readdirSync(this.nodeBuild) : [];
    const nodeFiles = names.map((file): [string, Buffer] => [`node/${file}`, readFileSync(join(this.nodeBuild, file))]);
    const hash = createHash('sha256').update(JSON.stringify([this.description, hashesOf(types), journeys]));
    for (const [name, content] of [...nodeFiles, ...assets].sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(name).update(content);
    }
    return hash.digest('hex').slice(0, 10);
  }
}

const pick = <T>(all: Readonly<Record<string, T>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

/** A release that was built against other types is another release, even if its code is the same. */
const hashesOf = ({ sharedUi, host }: DeclaredTypes) =>
  [sharedUi, host].map((types) => Object.entries(types).map(([name, { hash }]) => `${name} ${hash}`));

const LAST_STAGE = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

const scriptsOf = (compilation: Compilation, module: string) =>
  compilation.namedChunkGroups
    .get(module)
    ?.getFiles()
    .filter((file) => file.endsWith('.js')) ?? [];

function requirementsOf(compilation: Compilation, context: string, { container }: HotBuild): Requirements {
  // An installed contract declares it beside its compiled module.
  const host = createRequire(join(context, 'package.json')).resolve('@site/contract/host').replace(/\.js$/, '.d.ts');
  return {
    react: REACT_RANGE,
    federation: FEDERATION_FORMAT,
    ...findUsedNames({
      root: sourceRoot(context),
      modules: usingModules(compilation),
      hostFile: container ? host : null,
    }),
  };
}
