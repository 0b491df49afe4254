import { join } from 'node:path';
import { type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { fontRules } from './fonts';

/** Browsers with `<dialog>`, `:has()` and cascade layers, which the design system uses. */
const TARGETS = ['chrome >= 107', 'edge >= 107', 'firefox >= 121', 'safari >= 16.4'];

/** What every build of every package has in common. */
export function base(context: string, isDev: boolean): Configuration {
  return {
    context,
    mode: isDev ? 'development' : 'production',
    devtool: isDev ? 'cheap-module-source-map' : false,
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    // It looks for date-fns-tz, which it does without, in a way that no bundler can follow.
    ignoreWarnings: [{ module: /react-datepicker/, message: /Critical dependency/ }],
    module: {
      rules: [
        { test: /\.tsx?$/, use: swc(isDev), type: 'javascript/auto' },
        { test: /\.(svg|png)$/, type: 'asset/resource' },
        ...fontRules,
        { test: /\.css$/, type: 'css' },
      ],
    },
  };
}

const swc = (isDev: boolean) => ({
  loader: 'builtin:swc-loader',
  options: {
    detectSyntax: 'auto',
    jsc: { transform: { react: { runtime: 'automatic', development: isDev, refresh: isDev } } },
    env: { targets: TARGETS },
  },
});

/** Where a release's files go. Its folder is named after its content, so the file that starts it needs no hash. */
export const output = (context: string) => ({
  path: join(context, 'dist/client'),
  filename: '[name].js',
  chunkFilename: '[name].[contenthash:10].js',
  cssChunkFilename: '[name].[contenthash:10].css',
  assetModuleFilename: '[name].[hash:10][ext]',
  crossOriginLoading: 'anonymous' as const,
  chunkLoadTimeout: 4000,
  clean: true,
});

/** What the composer evaluates: one CommonJS file a page, its pictures addressed below the release's own folder. */
export function nodeBuild(context: string, pages: Record<string, string>, externals: readonly string[]): Configuration {
  const { module, ...common } = base(context, false);
  const publicPath = join(import.meta.dirname, 'public-path.js');
  return {
    ...common,
    name: 'node',
    target: 'node20',
    entry: Object.fromEntries(Object.entries(pages).map(([name, file]) => [name, [publicPath, file]])),
    output: {
      ...output(context),
      path: join(context, 'dist/node'),
      library: { type: 'commonjs2' },
      asyncChunks: false,
    },
    externals: Object.fromEntries(externals.map((name) => [name, `commonjs2 ${name}`])),
    optimization: { minimize: false, splitChunks: false },
    // The client build writes the pictures; this one only needs their addresses.
    module: { ...module, generator: { 'asset/resource': { emit: false } } },
  };
}

interface DevServerParts {
  readonly context: string;
  readonly port: number;
  readonly plugins: RspackPluginInstance[];
}

/** A hot build, served on a port of its own to a page that comes from another. */
export function devServer({ context, port, plugins }: DevServerParts): Configuration {
  return {
    ...base(context, true),
    target: ['web', 'es2022'],
    output: {
      ...output(context),
      path: join(context, 'dist/dev'),
      publicPath: `http://localhost:${port}/`,
      clean: false,
    },
    plugins: [new ReactRefreshRspackPlugin(), ...plugins],
    // It asks the page's own origin for modules, and the page comes from another server.
    lazyCompilation: false,
    devServer: {
      port,
      hot: true,
      liveReload: false,
      headers: { 'Access-Control-Allow-Origin': '*' },
      allowedHosts: 'all',
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
    },
  };
}

/** Chunks are pinned by hashes that stand in the entry; the entry by one in the release index. */
export const integrity = () => new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] });
