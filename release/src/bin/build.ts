import { join } from 'node:path';
import { buildPackages } from '../publish/build-package';
import { choosePackages } from '../publish/packages';
import { exitWith } from '../user-error';

const root = join(import.meta.dirname, '../../..');

try {
  await buildPackages(choosePackages(root, process.argv.slice(2)));
} catch (error) {
  exitWith(error);
}
