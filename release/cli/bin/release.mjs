#!/usr/bin/env node
import module from 'node:module';

const require = module.createRequire(import.meta.url);
// Node 22 and later keep compiled code on disk, as in tooling/run.cjs.
module.enableCompileCache?.();
require('tsx/cjs');
require('../src/bin/cli.ts');
