// Runs a TypeScript program of the workspace: node tooling/run.cjs <file> [arguments]
const { resolve } = require('node:path');

require('./load-typescript.cjs');

const [, , program] = process.argv;
process.argv.splice(1, 2, resolve(program));
require(process.argv[1]);
