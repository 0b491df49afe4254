import { join } from 'node:path';
import { buildPackages } from '../publish/build-package';
import { choosePackages } from '../publish/packages';
import { exitWith } from '../user-error';

const root = join(import.meta.dirname, '../../..');

const build = async (names: readonly string[]) => buildPackages(choosePackages(root, names));

build(process.argv.slice(2)).catch(exitWith);
