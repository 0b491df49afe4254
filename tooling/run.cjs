// Runs a TypeScript program of the workspace: node tooling/run.cjs <file> [arguments]. Through tsx's hooks for `require`,
// which take half the time of those for `import`: these live on a thread of their own.
const { resolve } = require('node:path');

require('tsx/cjs');

const [, , program] = process.argv;
process.argv.splice(1, 2, resolve(program));
require(process.argv[1]);
