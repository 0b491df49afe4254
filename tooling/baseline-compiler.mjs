import { setFlagsFromString } from 'node:v8';

// Loaded into every process of the tests: the embedded database is compiled once per start, and the optimizing compiler
// takes longer for it than the optimized code saves in a test.
setFlagsFromString('--liftoff-only');
