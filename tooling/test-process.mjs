import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Every process of a run of tests loads this.

// NODE_OPTIONS refuses these flags. The processes are short, so optimizing compilers take more time than they save:
// 1.0 s of processor time instead of 2.4 for the workflow linter, which is WebAssembly (`--liftoff-only`), and a tenth
// for tests with a DOM (ten times the default budget).
const flags = ['--liftoff-only'];
// V8 of Node 22 and later has another kind of budget, and prints an error for this one.
if (process.versions.node.startsWith('20.')) flags.push('--interrupt-budget=1320000');
for (const flag of flags) setFlagsFromString(flag);

// Jest compiles each module again for each test file, with a call that V8 does not cache, and has no option for it. V8
// does cache a script of the same text, with every function that has run. This saves a fifth to a quarter of the
// processor time of tests with a DOM: 7.9 s instead of 10.0 for 7 files.
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, options) => {
  const isModule = parameters?.[0] === 'module' && options?.parsingContext;
  // A script cannot forward an `import()` in its source to Jest.
  if (!isModule || /\bimport\s*\(/.test(source)) return compileFunction(source, parameters, options);
  const head = `(function(${parameters}){`;
  const script = new vm.Script(`${head}${source}\n})`, { filename: options.filename, columnOffset: -head.length });
  return script.runInContext(options.parsingContext);
};
syncBuiltinESMExports();

// Counts the programs that a run of tests starts, and which of them are builds.
const { WORK_LOG } = process.env;
const [, program = ''] = process.argv;

// How often the runners start workers depends on the machine.
const isWorker = /\/(processChild|workerProcessEntry|loaderProcessEntry)\.js$/.test(program);

if (WORK_LOG && isMainThread && !isWorker) {
  appendFileSync(WORK_LOG, /\/rspack(\.js)?$/.test(program) ? 'build\n' : 'program\n');
}
