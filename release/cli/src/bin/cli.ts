#!/usr/bin/env node
import { join } from 'node:path';
import { exitWith } from '@site/release-core/user-error';
import { findRoot } from '../find-root';
import { runTyped } from '../terminal/run-typed';

const root = findRoot(join(import.meta.dirname, '../../../..'), process.cwd());

runTyped(process.argv.slice(2), root).then(({ output, isBad }) => {
  console.log(output);
  if (isBad) process.exitCode = 1;
}, exitWith);
