import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { devServer } from './rspack.base';

const ALONE_PORT = 4190;
const CATALOGUE_PORT = 4191;

/** A remote, hot, in a bare page of its own. */
export function aloneServer(context: string, name: string): Configuration {
  const config = pageServer(context, {
    port: ALONE_PORT,
    title: name,
    entry: join(import.meta.dirname, 'alone/main.tsx'),
  });
  return { ...config, resolve: { ...config.resolve, alias: { 'this-remote': context } } };
}

/** Every component of the design system in every state, hot. */
export const catalogueServer = (context: string): Configuration =>
  pageServer(context, { port: CATALOGUE_PORT, title: 'shared-ui', entry: './catalogue/main.tsx' });

interface PageParts {
  readonly port: number;
  readonly title: string;
  readonly entry: string;
}

/** One page for every address below the port. */
function pageServer(context: string, { port, title, entry }: PageParts): Configuration {
  const config = devServer({ context, port, plugins: [new rspack.HtmlRspackPlugin({ title })] });
  return {
    ...config,
    entry: { main: entry },
    output: { ...config.output, publicPath: '/' },
    devServer: { ...config.devServer, historyApiFallback: true },
  };
}
