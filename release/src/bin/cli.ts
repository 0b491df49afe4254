import { join } from 'node:path';
import { runTyped } from '../terminal/run-typed';
import { exitWith } from '../user-error';

const root = join(import.meta.dirname, '../../..');

runTyped(process.argv.slice(2), root).then(({ output, isBad }) => {
  console.log(output);
  if (isBad) process.exitCode = 1;
}, exitWith);
