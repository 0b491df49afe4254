// Runs a TypeScript program of the workspace: node tooling/run.cjs [--install] <file> [arguments]
// With --install it first installs missing packages. It leaves out those for tests, unless they are installed already.
// Every script of the root installs first, because a pull or another branch can bring packages: nobody has to think of
// it.
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join, resolve } = require('node:path');

const installs = process.argv[2] === '--install';
const program = resolve(process.argv[installs ? 3 : 2]);
process.argv.splice(1, installs ? 3 : 2, program);
if (installs) installMissing();
const compiled = findCompiled();
if (!compiled) loadTypeScript();
require(compiled ?? program);

function installMissing() {
  const root = join(__dirname, '..');
  const state = join(root, 'node_modules/.modules.yaml');
  const isInstalled = existsSync(state);
  const hasTests = isInstalled && /"devDependencies": true/.test(readFileSync(state, 'utf8'));
  const command = ['pnpm install', ...(hasTests ? [] : ['--prod']), ...(isInstalled ? ['--loglevel=error'] : [])];
  // On stderr, because scripts read the output of commands.
  const { status } = spawnSync(command.join(' '), { cwd: root, shell: true, stdio: ['ignore', 2, 2] });
  // What is installed may do without network.
  if (status !== 0 && !isInstalled) process.exit(1);
}

/**
 * Lets Node load the workspace's TypeScript through tsx's hooks for `require`. `release --help` takes 0.6 s of
 * processor time; with the hooks for `import`, which run on a separate thread, 1.2 s.
 */
function loadTypeScript() {
  // Node 22 and later keep compiled code on disk, which saves 6 % of this time.
  enableCompileCache?.();
  // The compiler's process ends with each file that is not in tsx's cache yet. One that a thread starts for all files
  // stays as a zombie, because nobody waits for it once the thread has ended.
  process.env.ESBUILD_WORKER_THREADS = '0';
  require('tsx/cjs');
}

/** A run of tests compiles the programs that it starts most often (`tooling/test-run/templates.ts`). */
function findCompiled() {
  const { COMPILED_PROGRAMS } = process.env;
  const file = COMPILED_PROGRAMS ? join(COMPILED_PROGRAMS, program).replace(/\.ts$/, '.cjs') : '';
  return existsSync(file) ? file : null;
}
