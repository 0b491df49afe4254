const { join, resolve } = require('node:path');

/**
 * Returns where a run of tests keeps a program that it has compiled. The name has the whole path, as a checkout of a
 * test has programs of its own.
 */
exports.compiledFile = (folder, program) => join(folder, `${resolve(program).replace(':', '')}.cjs`);
