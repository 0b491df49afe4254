import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { contract } from './contract';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/** The shell provides these; everything else is bundled. */
const SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@site/shared-ui'];

/** An activation compares it with what the shell and the database offer. */
const REQUIRES = {
  react: '^19.0.0',
  sharedUi: ['PageHeader', 'TextLink'],
  host: ['Link', 'paths'],
  backend: { tables: {}, functions: {} },
  /** `FEDERATION_FORMAT` of the contract: the container needs the share scope only. */
  federation: 2,
};

/** A federation container: `init` receives the shell's share scope, `get` evaluates a page with it. */
const containerOf = (name: string, pages: readonly (readonly [name: string, code: string])[]) => `
var ${name} = (() => {
  const pages = {
    ${pages.map(([page, code]) => `'./${page}': (module, exports, require) => {${code}}`).join(',\n    ')}
  };
  let scope;
  const load = async (name) => [name, (await Object.values(scope[name])[0].get())()];
  return {
    init: (given) => {
      scope = given;
    },
    get: async (page) => {
      const shared = Object.fromEntries(await Promise.all(${JSON.stringify(SHARED)}.map(load)));
      return () => {
        const module = { exports: {} };
        pages[page](module, module.exports, (name) => shared[name]);
        return module.exports;
      };
    },
  };
})();
`;

/** Adds the container and build.json to the CommonJS file of each page, which the composer evaluates. */
const release: Plugin = {
  name: 'release',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const pages = chunks.map(({ name, code }) => [name, code] as const);
    const inputs = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => !id.includes('node_modules'));
    const hash = createHash('sha256')
      .update(JSON.stringify([contract, REQUIRES, pages]))
      .digest('hex');
    const stamp = hash.slice(0, 10);
    const container = `${contract.name}_${stamp}`;
    const build = {
      id: `${version}-${stamp}`,
      entry: 'remoteEntry.js',
      container,
      routes: contract.routes,
      requires: REQUIRES,
      pageFiles: Object.fromEntries(pages.map(([name]) => [name, []])),
      sources: inputs.map((file) => relative(root, file)).sort(),
      types: { sharedUi: {}, host: {} },
    };
    this.emitFile({ type: 'asset', fileName: `client/${build.entry}`, source: containerOf(container, pages) });
    this.emitFile({ type: 'asset', fileName: 'client/build.json', source: JSON.stringify(build) });
  },
};

export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [release],
  build: {
    target: 'es2022',
    lib: {
      entry: Object.fromEntries(contract.routes.map(({ module }) => [module, `src/${module}.tsx`])),
      formats: ['cjs'],
    },
    rollupOptions: { external: SHARED, output: { entryFileNames: 'node/[name].js' } },
  },
});
