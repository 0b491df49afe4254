import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import type { RemoteContract } from '@site/shared-ui/host';

const { version: sharedUiVersion } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../shared-ui/package.json'), 'utf8'),
) as { version: string };

/** The only modules that travel through the share scope; anything more multiplies the bytes of a live route. */
export const SHARED = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', '@site/shared-ui'];

/** What remotes accept of the shell. */
export const REACT_RANGE = '^19.0.0';

const singletons = (extra: Record<string, unknown> = {}) =>
  Object.fromEntries(
    SHARED.map((name) => {
      const ours = name === '@site/shared-ui';
      const version = ours ? { requiredVersion: '^1.0.0', version: sharedUiVersion } : { requiredVersion: REACT_RANGE };
      return [name, { singleton: true, ...version, ...extra }];
    }),
  );

export const REMOTE_ENTRY = 'remoteEntry.js';

const { resolve } = createRequire(import.meta.url);
const plugin = resolve('@module-federation/enhanced/rspack');
const tools = resolve('@module-federation/runtime-tools');

/** Aliases a CommonJS file, of which nothing can be left out, to the ECMAScript module that stands beside it. */
const asModule = (name: string, from: string, request = resolve(name, { paths: [from] })) => ({
  [request]: resolve(name, { paths: [from] }).replace(/\.cjs$/, '.js'),
});

/** The run time asks for its own CommonJS files: with these, a container is half as large. */
export const federationAliases = {
  ...asModule('@module-federation/runtime', tools, '@module-federation/runtime'),
  ...asModule('@module-federation/webpack-bundler-runtime', tools),
  ...asModule(
    '@module-federation/inject-external-runtime-core-plugin',
    resolve('@module-federation/rspack', { paths: [plugin] }),
  ),
};

/** No manifest lists a remote's files here, so nothing reads the run time's snapshots of them. */
export const withoutSnapshots = () =>
  new rspack.NormalModuleReplacementPlugin(/SnapshotHandler\.js$/, join(import.meta.dirname, 'no-snapshots.js'));

const common = { filename: REMOTE_ENTRY, dts: false, manifest: false, shareStrategy: 'loaded-first' } as const;
const optimization = { disableSnapshot: true, target: 'web' } as const;

/** The shell: the page's only federation run time and the only provider of what is shared. */
export function shellFederation() {
  return new ModuleFederationPlugin({
    ...common,
    name: 'shell',
    shared: singletons({ eager: true, requiredVersion: false }),
    experiments: { provideExternalRuntime: true, optimization },
  });
}

/**
 * A remote: it brings no React, no design system and no federation run time of its own. Its container is named after
 * its release, so that two releases can stand in one page without meeting.
 */
export function remoteFederation({ name, routes }: RemoteContract, stamp: string) {
  return new ModuleFederationPlugin({
    ...common,
    name: containerName(name, stamp),
    // The name is that of its group of chunks, by which the publisher lists a page's files.
    exposes: Object.fromEntries(
      routes.map(({ module }) => [`./${module}`, { import: `./src/${module}.tsx`, name: module }]),
    ),
    shared: singletons({ import: false }),
    // A remote loads no other.
    experiments: { externalRuntime: true, optimization: { ...optimization, disableRemote: true } },
  });
}

/** The global that a remote's container script leaves. */
export const containerName = (name: string, stamp: string) => `${name}_${stamp}`;
