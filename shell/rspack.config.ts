import { type Configuration, rspack } from '@rspack/core';
import { shellConfig } from '@site/tooling/shell-config';

const config = shellConfig(import.meta.dirname);

/** The icons and the picture for sharing are files of the release, under their own names: its folder is the hash. */
const withPictures = (client: Configuration): Configuration => ({
  ...client,
  plugins: [...(client.plugins ?? []), new rspack.CopyRspackPlugin({ patterns: ['pictures'] })],
});

export default (env: Parameters<typeof config>[0]) => {
  const configs = config(env);
  return Array.isArray(configs) ? configs.map((one) => (one.name === 'client' ? withPictures(one) : one)) : configs;
};
