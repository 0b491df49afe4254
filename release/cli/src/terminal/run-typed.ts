import { openSiteStore } from '@site/release-core/store/open-site-store';
import { requireConditionalWrites } from '@site/release-core/store/probe';
import { UserError } from '@site/release-core/user-error';
import { readSettings } from '@site/server/settings';
import { runOnSite } from '../client/run-on-site';
import { openSite } from '../client/site';
import { ALL_COMMANDS } from '../commands/all-commands';
import type { Answer } from '../commands/command';
import { runOnStore } from '../commands/run-on-store';
import { describeAll, describeOne } from './help';
import { readArguments, type Typed } from './read-arguments';
import { readOptions } from './read-options';

interface Printed {
  readonly output: string;
  readonly isBad: boolean;
}

export async function runTyped(args: readonly string[], root: string): Promise<Printed> {
  const typed = readArguments(ALL_COMMANDS, args);
  if (!typed) return { output: describeAll(ALL_COMMANDS), isBad: false };
  if (typed.values.help) return { output: describeOne(typed.command), isBad: false };
  const { text, json, isBad = false } = await run(typed, root);
  if (typed.values.json) return { output: JSON.stringify(json, null, 2), isBad };
  return { output: typed.values['dry-run'] ? `${text}\nA dry run: nothing was changed.` : text, isBad };
}

async function run(typed: Typed, root: string): Promise<Answer> {
  const { command, words, values, site: address } = typed;
  if (address !== undefined && values.as !== undefined) {
    throw new UserError('The log of that site names the team of your token: leave out --as.');
  }
  const options = await readOptions(typed, root);
  const { dataDir, objectStore } = readSettings(process.env, root);
  if (address === undefined) {
    const store = openSiteStore(dataDir, objectStore);
    if (store.blobs.isRemote && !command.isReadOnly && !options.isDry) await requireConditionalWrites(store.blobs);
    return runOnStore(command, { root, dataDir, store, options }, words);
  }
  const site = await openSite(address, { root, env: process.env, flag: 'to' });
  if (!command.runsHere) return runOnSite(command, { root, site, options }, words);
  return command.run({ root, dataDir, store: site.store, site, options }, ...words);
}
