// Runs a TypeScript program of the workspace: node tooling/run.cjs <file> [arguments]
const { resolve } = require('node:path');

// The bundler and the TypeScript loader read these characters as parts of a request.
if (/[?*!]/.test(__dirname)) {
  const [unreadable] = /[?*!]/.exec(__dirname);
  console.error(`The path of this checkout, ${resolve(__dirname, '..')}, contains "${unreadable}": move it elsewhere.`);
  process.exit(1);
}

const { endCompiler } = require('./load-typescript.cjs');

const [, , program] = process.argv;
process.argv.splice(1, 2, resolve(program));
require(process.argv[1]);
endCompiler();
