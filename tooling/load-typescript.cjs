// Lets Node load the workspace's TypeScript through tsx's hooks for `require`. They take half the time of its hooks for
// `import`, which run on a separate thread.
const { createRequire, _extensions: loaders } = require('node:module');
const { sep } = require('node:path');

const PACKAGES = `${sep}node_modules${sep}`;

const loadPackage = loaders['.js'];
require('tsx/cjs');
const loadSource = loaders['.js'];

// Loads packages without tsx, which would rewrite them at each start.
loaders['.js'] = (module, file) => (file.includes(PACKAGES) ? loadPackage : loadSource)(module, file);

/** Ends the compiler's own process, which would stay for a program's whole life. It starts again when it is needed. */
exports.endCompiler = () => createRequire(require.resolve('tsx/package.json'))('esbuild').stop();
