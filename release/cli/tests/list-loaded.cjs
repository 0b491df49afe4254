// Preloaded by a test: writes the files that a process has loaded with `require`, one a line.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.LOADED ?? '', Object.keys(require.cache).join('\n')));
