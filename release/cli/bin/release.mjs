#!/usr/bin/env node
import module from 'node:module';

const require = module.createRequire(import.meta.url);
// As tooling/load-typescript.cjs: Node 22 and later keep compiled code on disk.
module.enableCompileCache?.();
require('tsx/cjs');
require('../src/bin/cli.ts');
