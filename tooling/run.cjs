// Runs a TypeScript program of the workspace: node tooling/run.cjs <file> [arguments]
const { existsSync } = require('node:fs');
const { resolve } = require('node:path');

const [, , program] = process.argv;
process.argv.splice(1, 2, resolve(program));
const compiled = findCompiled(process.argv[1]);
if (compiled) require(compiled);
else {
  require('./load-typescript.cjs');
  require(process.argv[1]);
}

/** A run of tests compiles the programs that it starts most often. */
function findCompiled(program) {
  const { COMPILED_PROGRAMS } = process.env;
  if (!COMPILED_PROGRAMS) return null;
  const file = require('./compiled-file.cjs').compiledFile(COMPILED_PROGRAMS, program);
  return existsSync(file) ? file : null;
}
