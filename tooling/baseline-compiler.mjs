import { setFlagsFromString } from 'node:v8';

// Loaded into every test process, because NODE_OPTIONS refuses these flags. The processes are short, so optimizing
// compilers take more time than they save: 1.0 s of processor time instead of 2.4 for the workflow linter, which is
// WebAssembly (`--liftoff-only`), and a tenth for tests with a DOM (ten times the default budget).
const flags = ['--liftoff-only'];
// V8 of Node 22 and later has another kind of budget, and prints an error for this one.
if (process.versions.node.startsWith('20.')) flags.push('--interrupt-budget=1320000');
for (const flag of flags) setFlagsFromString(flag);
