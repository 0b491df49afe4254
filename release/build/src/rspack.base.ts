import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import {
  type Compiler,
  type Configuration,
  type DevServer,
  type RspackPluginInstance,
  type RuleSetRule,
  rspack,
} from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { withColours } from '@site/contract/palette';
import type * as TsChecker from 'ts-checker-rspack-plugin';
import { developmentOrigin, hostToListenOn, isSameSiteRequest, listenOnIpv6, localNames } from './same-site';
import type { SourceFiles } from './source-files';
import { TARGETS } from './targets';

/** The bundler reads `#` in a request as the beginning of a fragment, unless a zero byte precedes it. */
const escapeHash = (path: string): string => path.replace(/[\0\u200b]?#/g, '\0#');

/**
 * Finds modules that the bundler itself requests in a path with `#`: shared ones by the names that it shows, with a
 * zero-width space before each `#`; the development server's client by its plain path.
 */
export const findOwnModules = {
  apply(compiler: Compiler) {
    // Packages are linked from where this file is, which may be another folder than that of the build.
    if (![compiler.context, import.meta.dirname].some((folder) => folder.includes('#'))) return;
    compiler.hooks.compilation.tap('hash-in-paths', (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.beforeResolve.tap('hash-in-paths', (module) => {
        const { request } = module;
        if (isAbsolute(request) || request.includes('\u200b#')) module.request = escapeHash(request);
      });
    });
  },
};

const between = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));

const PUNCTUATION = '\u2009\u2011\u202f–—‘’“”…€•·°«»\u00a0';
const FRENCH = `${between(0x20, 0x7e)}ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿ${PUNCTUATION}`;
/** Adds the letters of Western European names, which visitors enter. */
const WESTERN = FRENCH + between(0xa0, 0xff);

const subset = (letters: string, weights: readonly [number, number]) => ({
  loader: 'subset-font',
  options: { letters, weights },
});

const fontRules: RuleSetRule[] = [
  { test: /bricolage-grotesque[^/]*\.woff2$/, type: 'asset/resource', use: subset(FRENCH, [600, 700]) },
  { test: /figtree[^/]*\.woff2$/, type: 'asset/resource', use: subset(WESTERN, [400, 700]) },
];

/**
 * Names by frequency would depend on the bundler's provisional hashes, and therefore on the folder of the build. The
 * bundler's types do not list the option.
 */
const mangle = { keep_private_props: false, disableCharFreq: true };

const minimizer = [
  new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { mangle } }),
  new rspack.LightningCssMinimizerRspackPlugin(),
];

/** Rules use these names, because a path may contain `#`. */
const LOADERS = {
  drawing: escapeHash(join(import.meta.dirname, 'drawing.cjs')),
  'subset-font': escapeHash(join(import.meta.dirname, 'subset-font.cjs')),
};

// The bundler's loader of configurations, which runs this file, cuts what a plugin imports at a `#`.
const requireNatively = createRequire(join(import.meta.dirname, 'rspack.base.ts'));

const drawingLoader = {
  loader: 'drawing',
  options: { withColours, palette: requireNatively.resolve('@site/contract/palette') },
};

export function base(context: string, isDev: boolean): Configuration {
  return {
    context,
    mode: isDev ? 'development' : 'production',
    devtool: isDev ? 'cheap-module-source-map' : false,
    optimization: isDev
      ? {}
      : {
          // Other ids are hashes of paths, which would differ between two clones of the same commit.
          moduleIds: 'natural',
          chunkIds: 'natural',
          minimizer,
          // What a page needs at once is one file: the same code in two files weighs 5 % more. Later views share files.
          splitChunks: { minSize: 40_000, chunks: ({ name }) => !name },
        },
    resolveLoader: { alias: LOADERS },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    // react-datepicker requires the optional date-fns-tz in a way that bundlers cannot analyse.
    ignoreWarnings: [{ module: /react-datepicker/, message: /Critical dependency/ }],
    module: {
      rules: [
        { test: /\.tsx?$/, use: swc(isDev), type: 'javascript/auto' },
        { test: /\.png$/, type: 'asset/resource' },
        { test: /\.svg$/, type: 'asset/resource', use: drawingLoader },
        ...fontRules,
        { test: /\.css$/, type: 'css' },
        // Formik imports them for parts that no page uses, and they do not say that they do nothing by themselves.
        { test: /[\\/](?:hoist-non-react-statics|react-is)[\\/]/, sideEffects: false },
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

/** The folder of a release is named after its content, so that its entry needs no hash in its name. */
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

interface NodeBuildOptions {
  readonly context: string;
  readonly pages: Record<string, string>;
  readonly externals: readonly string[];
  readonly sources: SourceFiles;
}

/**
 * The build that the composer evaluates: one CommonJS file per page, with the URLs of the release's pictures. Its
 * modules are not concatenated, because the bundler would write their paths into the file.
 */
export function nodeBuild({ context, pages, externals, sources }: NodeBuildOptions): Configuration {
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
    plugins: [sources],
    externals: Object.fromEntries(externals.map((name) => [name, `commonjs2 ${name}`])),
    optimization: { ...common.optimization, concatenateModules: false, minimize: false, splitChunks: false },
    module: { ...module, generator: { 'asset/resource': { emit: false } } },
  };
}

interface DevServerOptions {
  readonly context: string;
  readonly port: number;
  readonly pagePort: number;
  readonly plugins: RspackPluginInstance[];
  /** Whether its overlay shows the page's uncaught errors: one server of a page does. */
  readonly hasRuntimeErrors?: boolean;
}

const ERROR_OVERLAY = escapeHash(join(import.meta.dirname, 'error-overlay.js'));

/** Modules with errors of syntax throw too. The overlay runs this function from its source. */
const isFromRunning = (error: Error) => !error.message.includes('Module build failed');

const answersTo = (port: number, pagePort: number): DevServer => ({
  port,
  host: hostToListenOn(),
  allowedHosts: localNames(),
  // A graceful exit would wait for open connections, and the compiler has nothing to save.
  setupExitSignals: false,
  liveReload: false,
  setupMiddlewares: (middlewares) => [
    (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (isSameSiteRequest(request, pagePort)) return next();
      response.writeHead(403).end('Other sites are not answered here.\n');
    },
    // A GET request to them opens an editor, builds again, or lists all files.
    ...middlewares.filter((one) => !('name' in one && one.name?.startsWith('rspack-dev-server-'))),
  ],
  webSocketServer: {
    type: 'ws',
    options: { verifyClient: ({ req }: { readonly req: IncomingMessage }) => isSameSiteRequest(req, pagePort) },
  },
  headers: ({ headers: { origin, referer } }) => {
    if (origin) return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
    // A page that hides its address from a HOST without https cannot be told from a program.
    return referer ? {} : { 'Cross-Origin-Resource-Policy': 'same-origin' };
  },
  onListening: ({ server }) => server && listenOnIpv6(server, port),
});

function typeErrors() {
  const { TsCheckerRspackPlugin } = requireNatively('ts-checker-rspack-plugin') as typeof TsChecker;
  return new TsCheckerRspackPlugin({
    formatter: { type: 'codeframe', pathType: 'absolute' },
    issue: { exclude: [{ file: '**/*.test.*' }] },
  });
}

export function devServer({
  context,
  port,
  pagePort,
  plugins,
  hasRuntimeErrors = false,
}: DevServerOptions): Configuration {
  const origin = developmentOrigin(port);
  const pagePlugins = hasRuntimeErrors ? [new rspack.EntryPlugin(context, ERROR_OVERLAY, {})] : [];
  return {
    ...base(context, true),
    target: ['web', 'es2022'],
    output: {
      ...output(context),
      path: join(context, 'dist/dev'),
      publicPath: `${origin}/`,
      clean: false,
    },
    plugins: [new ReactRefreshRspackPlugin(), findOwnModules, typeErrors(), ...pagePlugins, ...plugins],
    // Lazy compilation requests modules from the page's origin, which is another server.
    lazyCompilation: false,
    devServer: {
      ...answersTo(port, pagePort),
      hot: true,
      client: {
        webSocketURL: `${origin.replace('http', 'ws')}/ws`,
        overlay: { errors: true, warnings: false, runtimeErrors: hasRuntimeErrors && isFromRunning },
        logging: 'warn',
      },
    },
  };
}

/** A build for pages of a public site, kept in memory and served without the development server's client code. */
export function proxiedServer({ context, port, pagePort, plugins }: DevServerOptions): Configuration {
  return {
    ...base(context, false),
    mode: 'development',
    devtool: 'cheap-module-source-map',
    optimization: {},
    target: ['web', 'es2022'],
    output: { ...output(context), path: join(context, 'dist/public-site'), clean: false },
    plugins: [typeErrors(), ...plugins],
    lazyCompilation: false,
    devServer: { ...answersTo(port, pagePort), hot: false, client: false },
  };
}

/** For several hot packages in one terminal: prints the package's name, and no URL that nobody opens. */
export const quietLogging = (name: string): Configuration => ({ name, infrastructureLogging: { level: 'warn' } });

/**
 * Chromium compiles a file with this comment while it arrives, in the background. Without it, a third of the work of a
 * page's start is compiling: each function again, when it is first called.
 */
export const compileAhead = () =>
  new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    // Scripts that a page needs at once have a name, later ones a number.
    include: /^[a-z].*\.js$/,
    // The minimizer would remove it.
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/** The entry contains the hashes of all chunks; the release index contains that of the entry. */
export const integrity = () => new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] });
