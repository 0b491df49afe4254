import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiler, RuntimeModule, rspack } from '@rspack/core';
import type { RemoteContract } from '@site/contract/routes';

/** The only modules in the share scope (`shell/src/federation/shared-modules.ts`). Each adds bytes to every route. */
export const SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@site/shared-ui'];

/** Versions of React that remotes accept from the shell. An activation compares them. */
export const REACT_RANGE = '^19.0.0';

const SHARED_MODULES = readFileSync(join(import.meta.dirname, 'shared-modules.js'), 'utf8');

/** In place of the bundler's code that registers what a part shares: a part only takes. */
const SHARES_NOTHING = '__webpack_require__.S = {}; __webpack_require__.I = () => {};';

export const REMOTE_ENTRY = 'remoteEntry.js';

export const containerName = (name: string, stamp: string) => `${name}_${stamp}`;

/**
 * The container of a remote, which bundles neither React nor the design system. It is named after its release, so that
 * two releases can run in one page. Rspack makes it; `shared-modules.js` takes the shared modules from its host.
 */
export const remoteFederation = ({ name: remote, routes }: RemoteContract, stamp: string) => ({
  apply(compiler: Compiler) {
    const name = containerName(remote, stamp);
    new rspack.container.ContainerPlugin({
      name,
      library: { type: 'var', name },
      filename: REMOTE_ENTRY,
      // The inner `name` is the chunk group, from which `build.json` lists a page's files.
      exposes: Object.fromEntries(
        routes.map(({ module }) => [`./${module}`, { import: `./src/${module}.tsx`, name: module }]),
      ),
    }).apply(compiler);
    const shared = { singleton: true, import: false, requiredVersion: false } as const;
    // Enhanced: it describes what each chunk needs, and leaves the loading to a run time.
    new rspack.sharing.ConsumeSharedPlugin({
      enhanced: true,
      consumes: Object.fromEntries(SHARED.map((key) => [key, shared])),
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap('SharedModules', (compilation) => {
      compilation.hooks.runtimeModule.tap('SharedModules', (module) => {
        if (module.name === 'sharing' && module.source) module.source.source = Buffer.from(SHARES_NOTHING);
      });
      compilation.hooks.additionalTreeRuntimeRequirements.tap('SharedModules', (chunk) => {
        const runtime = new RuntimeModule('shared modules', RuntimeModule.STAGE_TRIGGER);
        compilation.addRuntimeModule(chunk, Object.assign(runtime, { generate: () => SHARED_MODULES }));
      });
    });
  },
});
