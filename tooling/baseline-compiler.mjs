import { setFlagsFromString } from 'node:v8';

// Loaded into every test process, because NODE_OPTIONS refuses these flags. The processes are short, so optimizing
// compilers take more time than they save: 1.0 s of processor time instead of 2.4 for the workflow linter, which is
// WebAssembly (`--liftoff-only`), and a tenth for tests with a DOM (ten times the default budget).
for (const flag of ['--liftoff-only', '--interrupt-budget=1320000']) setFlagsFromString(flag);
