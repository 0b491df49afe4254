import { type Configuration, rspack } from '@rspack/core';
import { devServer } from './rspack.base';

const STANDALONE_PORT = 4290;
const CATALOGUE_PORT = 4191;

export function standaloneServer(context: string, name: string): Configuration {
  const config = pageServer(context, {
    port: STANDALONE_PORT,
    title: name,
    // Resolved from the remote, so that this package does not depend on shared-ui.
    entry: '@site/shared-ui/standalone',
  });
  return { ...config, resolve: { ...config.resolve, alias: { 'this-remote': context } } };
}

export const catalogueServer = (context: string): Configuration =>
  pageServer(context, { port: CATALOGUE_PORT, title: 'shared-ui', entry: './catalogue/main.tsx' });

interface PageOptions {
  readonly port: number;
  readonly title: string;
  readonly entry: string;
}

function pageServer(context: string, { port, title, entry }: PageOptions): Configuration {
  const config = devServer({
    context,
    port,
    pagePort: port,
    plugins: [new rspack.HtmlRspackPlugin({ title })],
    hasRuntimeErrors: true,
  });
  return {
    ...config,
    entry: { main: entry },
    output: { ...config.output, publicPath: '/' },
    devServer: { ...config.devServer, historyApiFallback: true },
  };
}
