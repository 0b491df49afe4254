import { setFlagsFromString } from 'node:v8';

// Loaded into every test process. These processes are short, so optimizing compilers take more time than they save.
// `--liftoff-only` compiles WebAssembly once, which saves two fifths of the processor time of the workflow linter and a
// twentieth of other files' (measured). Optimizing functions after ten times the default budget makes tests with a DOM
// a fifth faster.
for (const flag of ['--liftoff-only', '--interrupt-budget=1320000']) setFlagsFromString(flag);
