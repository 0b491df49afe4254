import { type Configuration, rspack } from '@rspack/core';
import { devServer } from './rspack.base';

const PORT = 4290;

/** Resolved from the remote, so that this package does not depend on shared-ui. */
const ENTRY = '@site/shared-ui/standalone';

export function standaloneServer(context: string, title: string): Configuration {
  const config = devServer({
    context,
    port: PORT,
    pagePort: PORT,
    plugins: [new rspack.HtmlRspackPlugin({ title })],
    hasRuntimeErrors: true,
  });
  return {
    ...config,
    entry: { main: ENTRY },
    output: { ...config.output, publicPath: '/' },
    devServer: { ...config.devServer, historyApiFallback: true },
    resolve: { ...config.resolve, alias: { 'this-remote': context } },
  };
}
