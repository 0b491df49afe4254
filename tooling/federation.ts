import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
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

const common = { filename: REMOTE_ENTRY, dts: false, manifest: false, shareStrategy: 'loaded-first' } as const;
const optimization = { disableSnapshot: true, target: 'web' } as const;

/** The shell: the page's only federation run time and the only provider of what is shared. */
export function shellFederation() {
  return new ModuleFederationPlugin({
    ...common,
    name: 'shell',
    shared: singletons(),
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
    exposes: Object.fromEntries(routes.map(({ module }) => [`./${module}`, `./src/${module}.tsx`])),
    shared: singletons({ import: false }),
    experiments: { externalRuntime: true, optimization },
  });
}

/** The global that a remote's container script leaves. */
export const containerName = (name: string, stamp: string) => `${name}_${stamp}`;
