import { readFlags } from '@site/terminal/read-flags';
import { UserError } from '@site/terminal/user-error';
import { addOwner, listOwners, removeOwner, showCode } from '../auth/owners';
import { loadKeys } from '../database/shared-keys';
import { readOptions } from '../options';
import { withDatabase } from './with-database';

const USAGE = 'Usage: npx pnpm site-owner add <e-mail> [--name "…"] | list | remove <e-mail> | code <e-mail>';

/** `npx pnpm site-owner …`. Resolves with what it prints. @throws UserError */
export async function runOwnerCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = readFlags(args, { name: { type: 'string' } }, USAGE);
  const [command, email = '', ...more] = positionals;
  const isList = command === 'list';
  const further = isList ? [email, ...more][0] : more[0];
  if (command === undefined) throw new UserError(USAGE);
  if (further) throw new UserError(`"${command}" takes no "${further}". ${USAGE}`);
  if (!isList && email === '') throw new UserError(`"${command}" lacks its <e-mail>. ${USAGE}`);
  if (values.name !== undefined && command !== 'add') throw new UserError(`"${command}" takes no --name. ${USAGE}`);
  const options = readOptions(env);
  return withDatabase(options, async (database) => {
    if (isList) return listOwners(database);
    if (command === 'add') return addOwner(database, email, values.name);
    if (command === 'remove') return removeOwner(database, email);
    if (command === 'code') return showCode(database, email, () => loadKeys(options, database));
    throw new UserError(`There is no "${command}". ${USAGE}`);
  });
}
