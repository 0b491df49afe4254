const { join, resolve } = require('node:path');

/**
 * Where a run of tests keeps a program that it has compiled. The whole path: a checkout of a test has programs of its
 * own.
 */
exports.compiledFile = (folder, program) => join(folder, `${resolve(program).replace(':', '')}.cjs`);
