import { rspack } from '@rspack/core';
import { remoteConfig } from '@site/release-build/remote-config';
import { contract } from './contract';

const config = remoteConfig(import.meta.dirname, contract);

/** The composer serves the manifest and the service worker below the page; the icons stay in the release's folder. */
export default (env: Parameters<typeof config>[0]) => {
  const configs = config(env);
  if (!Array.isArray(configs)) return configs;
  const app = new rspack.CopyRspackPlugin({ patterns: ['app'] });
  return configs.map((one) => (one.name === 'client' ? { ...one, plugins: [...(one.plugins ?? []), app] } : one));
};
