// Lets Node load the workspace's TypeScript through tsx's hooks for `require`. `release --help` takes 0.6 s of processor
// time; with the hooks for `import`, which run on a separate thread, 1.2 s.
const { enableCompileCache } = require('node:module');

// Node 22 and later keep compiled code on disk, which saves 6 % of this time.
enableCompileCache?.();
// The compiler's process ends with each file that is not in tsx's cache yet. One that a thread starts for all files
// stays as a zombie, because nobody waits for it once the thread has ended.
process.env.ESBUILD_WORKER_THREADS = '0';
require('tsx/cjs');
