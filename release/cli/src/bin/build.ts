import { join } from 'node:path';
import { exitWith } from '@site/release-core/user-error';
import { takeStep } from '@site/terminal/output';
import { buildPackages, choosePackages } from '../publish/packages';

const root = join(import.meta.dirname, '../../../..');

const build = async (names: readonly string[]) => buildPackages(choosePackages(root, names), { takeStep });

build(process.argv.slice(2)).catch(exitWith);
