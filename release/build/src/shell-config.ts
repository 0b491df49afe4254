import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { releaseBase } from '@site/contract/addresses';
import { ReleasePlugin, releaseId } from './release-plugin';
import {
  base,
  compileAhead,
  devServer,
  findOwnModules,
  integrity,
  nodeBuild,
  output,
  quietLogging,
} from './rspack.base';
import { SourceFiles, SourceMaps } from './source-files';

export interface ConfigEnv {
  /** Builds with hot reloading for a page that loads the shell from this port. */
  readonly devPort?: string;
  readonly sitePort?: string;
}

export const shellConfig = (context: string) => (env: ConfigEnv) =>
  env.devPort ? hotShell(context, Number(env.devPort), Number(env.sitePort)) : production(context);

/** The Node build is self-contained: it provides React and shared-ui to the remotes' pages. */
function production(context: string): Configuration[] {
  const id = releaseId(context);
  const common = base(context, false);
  const sources = new SourceFiles(context);
  return [
    nodeBuild({ context, pages: { render: './src/render.tsx' }, externals: [], sources }),
    {
      ...common,
      name: 'client',
      dependencies: ['node'],
      target: ['web', 'es2022'],
      entry: { main: './src/start.ts' },
      output: { ...output(context), uniqueName: 'shell', publicPath: releaseBase('shell', id) },
      plugins: [
        findOwnModules,
        new ReleasePlugin(join(context, 'dist/node'), { id, entry: 'main.js', container: '', routes: [] }, sources),
        compileAhead(),
        integrity(),
        new SourceMaps(context),
      ],
    },
  ];
}

function hotShell(context: string, port: number, pagePort: number): Configuration {
  const config = devServer({ context, port, pagePort, plugins: [], hasRuntimeErrors: true });
  return {
    ...config,
    ...quietLogging('shell'),
    entry: { main: './src/start.ts' },
    output: { ...config.output, uniqueName: 'shell' },
  };
}
