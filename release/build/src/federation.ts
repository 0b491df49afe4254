import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import type { RemoteContract } from '@site/contract/routes';

/** The only modules in the share scope. Each further one adds bytes to every hydrated route. */
export const SHARED = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', '@site/shared-ui'];

/** Versions of React that remotes accept from the shell. */
export const REACT_RANGE = '^19.0.0';
const SHARED_UI_RANGE = '^1.0.0';

const singletons = (extra: Record<string, unknown> = {}) =>
  Object.fromEntries(
    SHARED.map((name) => {
      const requiredVersion = name === '@site/shared-ui' ? SHARED_UI_RANGE : REACT_RANGE;
      return [name, { singleton: true, requiredVersion, ...extra }];
    }),
  );

export const REMOTE_ENTRY = 'remoteEntry.js';

// The plugin reads it from the package.json of the working directory, which several builds in one process share. The
// name of a container already contains its release.
process.env.MF_BUILD_VERSION = 'built';

const { resolve } = createRequire(import.meta.url);
const plugin = resolve('@module-federation/enhanced/rspack');
const tools = resolve('@module-federation/runtime-tools');

/** Aliases a CommonJS file, which cannot be tree-shaken, to the ECMAScript module beside it. */
const asModule = (name: string, from: string, request = resolve(name, { paths: [from] })) => ({
  [request]: resolve(name, { paths: [from] }).replace(/\.cjs$/, '.js'),
});

/** The federation run time imports its own CommonJS files. These aliases halve the size of a container. */
export const federationAliases = {
  ...asModule('@module-federation/runtime', tools, '@module-federation/runtime'),
  ...asModule('@module-federation/webpack-bundler-runtime', tools),
  ...asModule(
    '@module-federation/inject-external-runtime-core-plugin',
    resolve('@module-federation/rspack', { paths: [plugin] }),
  ),
};

/** Remotes have no manifest, so the run time's snapshots of their files are unused. */
export const replaceSnapshotHandler = () =>
  new rspack.NormalModuleReplacementPlugin(/SnapshotHandler\.js$/, join(import.meta.dirname, 'no-snapshots.js'));

const common = { filename: REMOTE_ENTRY, dts: false, manifest: false, shareStrategy: 'loaded-first' } as const;
const optimization = { disableSnapshot: true, target: 'web' } as const;

/** The shell has the page's only federation run time and provides all shared modules. */
export function shellFederation() {
  return new ModuleFederationPlugin({
    ...common,
    name: 'shell',
    shared: singletons({ eager: true, requiredVersion: false }),
    experiments: { provideExternalRuntime: true, optimization },
  });
}

/**
 * A remote bundles neither React, nor the design system, nor the federation run time. Its container is named after its
 * release, so that two releases can run in one page.
 */
export function remoteFederation({ name, routes }: RemoteContract, stamp: string) {
  return new ModuleFederationPlugin({
    ...common,
    name: containerName(name, stamp),
    // `name` is the chunk group, from which `build.json` lists a page's files.
    exposes: Object.fromEntries(
      routes.map(({ module }) => [`./${module}`, { import: `./src/${module}.tsx`, name: module }]),
    ),
    shared: singletons({ import: false }),
    experiments: { externalRuntime: true, optimization: { ...optimization, disableRemote: true } },
  });
}

export const containerName = (name: string, stamp: string) => `${name}_${stamp}`;
