import { setFlagsFromString } from 'node:v8';

// Loaded into every process of the tests, which are short: optimizing compilers take longer than their code saves there.
// The embedded database is compiled once per start; functions are optimized after ten times the default work, measured to
// take a fifth off tests with a DOM.
for (const flag of ['--liftoff-only', '--interrupt-budget=1320000']) setFlagsFromString(flag);
