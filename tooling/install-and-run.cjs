// Runs a program as run.cjs does, but first installs the packages that are missing: those to run and to build the site.
// The packages for tests stay once they are installed. Prints to stderr, because scripts read the output of commands.
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const state = join(root, 'node_modules/.modules.yaml');
const isInstalled = existsSync(state);
const hasTests = isInstalled && /"devDependencies": true/.test(readFileSync(state, 'utf8'));
const command = ['pnpm install', ...(hasTests ? [] : ['--prod']), ...(isInstalled ? ['--loglevel=error'] : [])];
const { status } = spawnSync(command.join(' '), { cwd: root, shell: true, stdio: ['ignore', 2, 2] });
// What is installed may do without network.
if (status !== 0 && !isInstalled) process.exit(1);
require('./run.cjs');
