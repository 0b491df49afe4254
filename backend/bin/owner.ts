import { parseArgs } from 'node:util';
import { reasonOf, UserError } from '@site/terminal/user-error';
import { addOwner, listOwners, removeOwner, showCode } from '../src/auth/owners';
import { loadKeys } from '../src/database/shared-keys';
import { readOptions } from '../src/options';
import { withDatabase } from '../src/start/with-database';

const USAGE = 'Usage: npx pnpm site-owner add <e-mail> [--name "…"] | list | remove <e-mail> | code <e-mail>';

async function run(args: string[]): Promise<string> {
  const { positionals, values } = readArguments(args.filter((arg) => arg !== '--'));
  const [command, email = '', ...more] = positionals;
  const isList = command === 'list';
  if (more.length > 0 || isList === (email !== '') || (values.name !== undefined && command !== 'add')) {
    throw new UserError(USAGE);
  }
  const options = readOptions(process.env);
  return withDatabase(options, async (database) => {
    if (isList) return listOwners(database);
    if (command === 'add') return addOwner(database, email, values.name);
    if (command === 'remove') return removeOwner(database, email);
    if (command === 'code') return showCode(database, email, () => loadKeys(options, database));
    throw new UserError(`There is no "${command ?? ''}". ${USAGE}`);
  });
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: { name: { type: 'string' } }, allowPositionals: true });
  } catch (cause) {
    throw new UserError(USAGE, { cause });
  }
}

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));
run(process.argv.slice(2)).then(console.log, (error: unknown) => {
  console.error(error instanceof UserError ? error.message : `Owners cannot be changed: ${reasonOf(error)}`);
  process.exitCode = 1;
});
