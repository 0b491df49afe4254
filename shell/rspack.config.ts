import { type Configuration, rspack } from '@rspack/core';
import { shellConfig } from '@site/release-build/shell-config';

const config = shellConfig(import.meta.dirname);

/** Icons and the picture for sharing keep their names: the release's folder contains the hash. */
const withPictures = (client: Configuration): Configuration => ({
  ...client,
  plugins: [...(client.plugins ?? []), new rspack.CopyRspackPlugin({ patterns: ['pictures'] })],
});

export default (env: Parameters<typeof config>[0]) => {
  const configs = config(env);
  return Array.isArray(configs) ? configs.map((one) => (one.name === 'client' ? withPictures(one) : one)) : configs;
};
