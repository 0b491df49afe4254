import { parseArgs } from 'node:util';
import { UserError } from '@site/terminal/user-error';
import { addOwner, listOwners, removeOwner, showCode } from '../auth/owners';
import { loadKeys } from '../database/shared-keys';
import { readOptions } from '../options';
import { withDatabase } from './with-database';

const USAGE = 'Usage: npx pnpm site-owner add <e-mail> [--name "…"] | list | remove <e-mail> | code <e-mail>';

/** `npx pnpm site-owner …`. Resolves with what it prints. @throws UserError */
export async function runOwnerCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = readArguments(args.filter((arg) => arg !== '--'));
  const [command, email = '', ...more] = positionals;
  const isList = command === 'list';
  if (more.length > 0 || isList === (email !== '') || (values.name !== undefined && command !== 'add')) {
    throw new UserError(USAGE);
  }
  const options = readOptions(env);
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
