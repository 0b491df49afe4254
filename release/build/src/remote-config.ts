import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { DEV_RELEASE_ID, releaseBase } from '@site/contract/addresses';
import type { RemoteContract } from '@site/contract/routes';
import { containerName, REMOTE_ENTRY, remoteFederation, SHARED } from './federation';
import { standaloneServer } from './page-server';
import { BuildDescriptionPlugin, RELEASE_STAMP, ReleasePlugin, ReportBuilds, releaseId } from './release-plugin';
import {
  base,
  compileAhead,
  devServer,
  integrity,
  nodeBuild,
  output,
  proxiedServer,
  quietLogging,
} from './rspack.base';
import { SourceFiles, SourceMaps } from './source-files';

export interface ConfigEnv {
  /** Builds with hot reloading for a shell that loads the remote from this port. */
  readonly devPort?: string;
  readonly sitePort?: string;
  /** Builds for the shell of a public site, which loads the remote from `devPort`. */
  readonly isForPublicSite?: boolean;
  readonly standalone?: boolean;
}

export const remoteConfig = (context: string, contract: RemoteContract) => (env: ConfigEnv) => {
  if (env.standalone) return standaloneServer(context, contract.name);
  if (!env.devPort) return production(context, contract);
  const ports = { port: Number(env.devPort), pagePort: Number(env.sitePort) };
  return env.isForPublicSite ? remoteForPublicSite(context, contract, ports) : hotRemote(context, contract, ports);
};

interface Ports {
  readonly port: number;
  readonly pagePort: number;
}

function production(context: string, contract: RemoteContract): Configuration[] {
  const id = releaseId(context);
  const pages = Object.fromEntries(contract.routes.map(({ module }) => [module, `./src/${module}.tsx`]));
  const common = base(context, false);
  const sources = new SourceFiles(context);
  return [
    nodeBuild({ context, pages, externals: SHARED, sources }),
    {
      ...common,
      name: 'client',
      dependencies: ['node'],
      target: ['web', 'es2022'],
      entry: {},
      output: {
        ...output(context),
        uniqueName: containerName(contract.name, RELEASE_STAMP),
        publicPath: releaseBase(contract.name, id),
      },
      plugins: [
        remoteFederation(contract, RELEASE_STAMP),
        new ReleasePlugin(join(context, 'dist/node'), describe(contract, id, RELEASE_STAMP), sources),
        compileAhead(),
        integrity(),
        new SourceMaps(context),
      ],
    },
  ];
}

function hotRemote(context: string, contract: RemoteContract, ports: Ports): Configuration {
  const config = devServer({
    context,
    ...ports,
    plugins: [
      remoteFederation(contract, DEV_RELEASE_ID),
      new BuildDescriptionPlugin(describe(contract, DEV_RELEASE_ID, DEV_RELEASE_ID)),
    ],
  });
  return {
    ...config,
    ...quietLogging(contract.name),
    entry: {},
    output: { ...config.output, uniqueName: containerName(contract.name, DEV_RELEASE_ID) },
  };
}

/**
 * Pages of a public site allow neither other servers nor evaluated code, and React's production build cannot replace
 * components. Therefore, there is no hot reloading, and the parent process is notified of each build.
 */
function remoteForPublicSite(context: string, contract: RemoteContract, ports: Ports): Configuration {
  const config = proxiedServer({
    context,
    ...ports,
    plugins: [
      remoteFederation(contract, DEV_RELEASE_ID),
      new BuildDescriptionPlugin(describe(contract, DEV_RELEASE_ID, DEV_RELEASE_ID), { hasRequirements: true }),
      new ReportBuilds(),
    ],
  });
  return {
    ...config,
    ...quietLogging(contract.name),
    entry: {},
    output: {
      ...config.output,
      uniqueName: containerName(contract.name, DEV_RELEASE_ID),
      publicPath: releaseBase(contract.name, DEV_RELEASE_ID),
    },
  };
}

const describe = ({ name, routes, private: isPrivate }: RemoteContract, id: string, stamp: string) => ({
  id,
  entry: REMOTE_ENTRY,
  container: containerName(name, stamp),
  routes,
  ...(isPrivate && { private: isPrivate }),
});
