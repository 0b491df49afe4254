import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { federation } from '@module-federation/vite';
import { type Configuration, type MultiStats, type RspackPluginInstance, rspack } from '@rspack/core';
import { PREVIEW_PARAMETER, releaseBase } from '@site/contract/addresses';
import { BUILD_FILE, type Build, FEDERATION_FORMAT } from '@site/contract/build';
import { base } from '@site/release-build/rspack.base';
import { build as buildByVite } from 'vite';

const PART = join(import.meta.dirname, 'part.tsx');
const HOST = join(import.meta.dirname, 'host.ts');
const ISLAND_PAGE = join(import.meta.dirname, 'island-page.tsx');
// Another one for each run: a site that was started for several keeps the releases of the first.
const ID = `1.0.0-${randomUUID().slice(0, 8)}`;
const ENTRY = 'remoteEntry.js';

const singletons = (names: readonly string[], requiredVersion = '^19.0.0') =>
  Object.fromEntries(names.map((name) => [name, { singleton: true, requiredVersion }]));

/** Shares React as their documentation does: each part brings its own copy for hosts that have none. */
const options = (name: string, page = PART) => ({
  name: `${name}_part`,
  filename: ENTRY,
  exposes: { './part': page },
  shared: singletons(['react', 'react-dom']),
});

const outputOf = (folder: string, name: string) => join(folder, name, 'dist/client');

const configuration = (name: string, path: string, plugin: RspackPluginInstance): Configuration => ({
  ...base(import.meta.dirname, false),
  name,
  target: ['web', 'es2022'],
  entry: {},
  output: { path, uniqueName: name, publicPath: 'auto' },
  optimization: { minimize: false },
  plugins: [plugin],
});

const hostOf = (folder: string): Configuration => ({
  ...configuration(
    'host',
    join(folder, 'host'),
    new ModuleFederationPlugin({
      name: 'host',
      dts: false,
      shared: {
        ...singletons(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']),
        ...singletons(['@site/shared-ui'], '^1.0.0'),
      },
    }),
  ),
  entry: { host: HOST },
});

/** The file that the composer evaluates, the same for all stock builders. */
const forComposer = (path: string, page = PART): Configuration => ({
  ...base(import.meta.dirname, false),
  name: 'node',
  target: 'node20',
  entry: { part: page },
  output: { path, library: { type: 'commonjs2' } },
  externalsType: 'commonjs2',
  externals: ['react', 'react/jsx-runtime'],
  optimization: { minimize: false },
});

/** An island with all of its own React, as a module for the build of its part. */
const islandOf = (folder: string, file: 'island' | 'island-html'): Configuration => ({
  ...base(import.meta.dirname, false),
  name: file,
  target: ['web', 'es2022'],
  entry: { [file]: join(import.meta.dirname, file) },
  output: { path: join(folder, 'built-island'), library: { type: 'commonjs2' } },
  resolve: { extensions: ['.tsx', '.ts', '.js'], alias: { react: 'react-18', 'react-dom': 'react-dom-18' } },
  optimization: { splitChunks: false },
});

const withIsland = (folder: string, file: 'island' | 'island-html', page: Configuration): Configuration => {
  const built = join(folder, 'built-island', `${file}.js`);
  return {
    ...page,
    plugins: [...(page.plugins ?? []), new rspack.NormalModuleReplacementPlugin(/\/island-html$/, built)],
  };
};

async function buildByRspack(configurations: readonly Configuration[]) {
  const stats = await new Promise<MultiStats>((resolve, reject) =>
    rspack([...configurations]).run((error, all) => (all ? resolve(all) : reject(error))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
}

const byVite = (name: string, outDir: string) =>
  buildByVite({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    base: releaseBase(name, ID),
    plugins: [federation({ ...options(name), filename: 'module.js', varFilename: ENTRY, dts: false })],
    build: { outDir, assetsDir: '', target: 'es2022', rollupOptions: { input: PART } },
  });

/** A part of this site, as far as its build has to say. */
const describe = (name: string): Build => ({
  id: ID,
  entry: ENTRY,
  container: options(name).name,
  routes: [{ name, path: `/${name}`, module: 'part', title: `Bâti par ${name}`, description: 'Une page d’ailleurs.' }],
  requires: {
    react: '^19.0.0',
    sharedUi: [],
    host: [],
    backend: { tables: {}, functions: {} },
    federation: FEDERATION_FORMAT,
  },
  pageFiles: { part: [] },
  sources: [],
  types: { sharedUi: {}, host: {} },
});

/** The stock builders, by the name of the part that each makes. */
export const BUILDERS = {
  enhanced: '@module-federation/enhanced',
  rspack: 'rspack.container.ModuleFederationPluginV1',
  vite: '@module-federation/vite',
};

/** A part beside those of the stock builders, with a React of its own. */
export const ISLAND_PART = 'island';

export const BUILT_NAMES = [...(Object.keys(BUILDERS) as (keyof typeof BUILDERS)[]), ISLAND_PART] as const;

type BuiltName = (typeof BUILT_NAMES)[number];

/** Builds the parts, and a host in the folder `host`. @returns the folder, which has one for each */
export async function buildElsewhere(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await buildByRspack([islandOf(folder, 'island'), islandOf(folder, 'island-html')]);
  const { ModuleFederationPluginV1 } = rspack.container;
  await buildByRspack([
    configuration(
      'enhanced',
      outputOf(folder, 'enhanced'),
      new ModuleFederationPlugin({ ...options('enhanced'), dts: false }),
    ),
    configuration('rspack', outputOf(folder, 'rspack'), new ModuleFederationPluginV1(options('rspack'))),
    withIsland(
      folder,
      'island',
      configuration(
        ISLAND_PART,
        outputOf(folder, ISLAND_PART),
        new ModuleFederationPluginV1(options(ISLAND_PART, ISLAND_PAGE)),
      ),
    ),
    hostOf(folder),
    forComposer(join(folder, 'node')),
    withIsland(folder, 'island-html', forComposer(join(folder, ISLAND_PART, 'dist/node'), ISLAND_PAGE)),
  ]);
  await byVite('vite', outputOf(folder, 'vite'));
  for (const name of BUILT_NAMES) {
    await writeFile(join(outputOf(folder, name), BUILD_FILE), JSON.stringify(describe(name)));
    if (name !== ISLAND_PART) await cp(join(folder, 'node'), join(folder, name, 'dist/node'), { recursive: true });
  }
  return folder;
}

/** The address of a preview of the part that is built in this folder, once it is in the store of a site. */
export const previewOf = (name: BuiltName) => `/${name}?${PREVIEW_PARAMETER}=${name}@${ID}`;
